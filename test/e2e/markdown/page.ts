/*
 * What the Markdown tests run in the browser: the sink alone, checked after every piece, and the component in React,
 * hydrated or mounted.
 */
import { createElement, Profiler, useEffect, useState, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Markdown, type TextSource } from "../../../app/ui/markdown/markdown.tsx";
import { renderMarkdown } from "../../../app/ui/markdown/render.ts";
import { createMarkdownSink } from "../../../app/ui/markdown/sink.ts";

const allowedElements = new Set(
  "section p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br em strong s a code pre div span button table thead tbody tr th td".split(
    " ",
  ),
);
const allowedAttributes = new Set(
  "class href rel target title type data-n data-language aria-label role tabindex start dir".split(" "),
);

/** Everything on the page that should not be there. */
function violations(host: HTMLElement): string[] {
  const found: string[] = [];
  for (const element of host.querySelectorAll("*")) {
    if (!allowedElements.has(element.localName)) found.push(`<${element.localName}>`);
    for (const { name } of element.attributes) if (!allowedAttributes.has(name)) found.push(`${element.localName} ${name}`);
    if (!(element instanceof HTMLAnchorElement)) continue;
    if (!["http:", "https:", "mailto:"].includes(element.protocol)) found.push(element.href);
    if (element.rel !== "noopener noreferrer nofollow") found.push(`rel of ${element.href}`);
  }
  return found;
}

let rendered = 0;
let added = 0;
const events: string[] = [];
const listeners = new Set<(delta: string) => void>();
let written = "";
let show: (text: string | TextSource) => void = () => {};

const source: TextSource = {
  text: () => written,
  subscribe(onDelta) {
    listeners.add(onDelta);
    return () => listeners.delete(onDelta);
  },
};

function App({ initial }: { initial: string | TextSource }): ReactNode {
  const [text, setText] = useState<string | TextSource>(initial);
  useEffect(() => {
    show = setText;
  }, []);
  const view = createElement(Markdown, {
    text,
    onCitation: (n) => events.push(`citation ${n}`),
    onCopyCode: async (code) => events.push(`copied ${code}`),
  });
  return createElement(Profiler, { id: "app", onRender: () => rendered++ }, view);
}

const lab = {
  events,

  /** Streams into a fresh host and returns everything wrong that was seen on the way and at the end. */
  stream(text: string, size: number): string[] {
    const host = document.getElementById("host") as HTMLElement;
    const sink = createMarkdownSink(host, { update: "now" });
    const found = new Set<string>();
    for (let at = 0; at < text.length; at += size) {
      sink.append(text.slice(at, at + size));
      for (const violation of violations(host)) found.add(violation);
    }
    sink.end();
    for (const violation of violations(host)) found.add(violation);
    if ("pwned" in window) found.add("a script ran");
    for (const link of host.querySelectorAll("a")) link.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    return [...found];
  },

  /** Whether text streamed in pieces of `size` and text rendered whole give the same nodes. */
  isSame(text: string, size: number): boolean {
    const host = document.getElementById("host") as HTMLElement;
    lab.stream(text, size);
    const whole = document.createElement("div");
    renderMarkdown(whole, text);
    const grown = host.cloneNode(true) as HTMLElement;
    grown.normalize();
    whole.normalize();
    return (
      [...grown.childNodes].length === [...whole.childNodes].length &&
      [...grown.childNodes].every((node, i) => node.isEqualNode(whole.childNodes[i]!))
    );
  },

  hydrate: (text: string) => hydrateRoot(document.getElementById("root")!, createElement(App, { initial: text })),
  mount: (text: string) => createRoot(document.getElementById("root")!).render(createElement(App, { initial: text })),
  mountStream: () => createRoot(document.getElementById("root")!).render(createElement(App, { initial: source })),
  show: (text: string) => show(text),
  write(delta: string): void {
    written += delta;
    for (const listener of listeners) listener(delta);
  },
  rendered: () => rendered,

  /** Counts the nodes added under the root from now on, except syntax highlighting. */
  watch(): void {
    added = 0;
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) if (!(target as Element).matches?.(".code-chunk")) added += addedNodes.length;
    }).observe(document.getElementById("root")!, { childList: true, subtree: true });
  },
  added: () => added,
};

declare global {
  interface Window {
    lab: typeof lab;
  }
}
window.lab = lab;

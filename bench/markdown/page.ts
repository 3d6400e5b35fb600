/*
 * The page of the Markdown bench. Each candidate gets its own page, receives the text one piece per frame, and stays
 * scrolled to the end, as a chat does.
 */
import { createElement, useEffect, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createMarkdownSink } from "../../app/ui/markdown/sink.ts";
import "../../app/ui/markdown/markdown.css";

type Take = (piece: string) => void;
type Candidate = (host: HTMLElement) => Take | Promise<Take>;

const candidates: Record<string, Candidate> = {
  stet(host) {
    host.className = "markdown";
    const sink = createMarkdownSink(host);
    return (piece) => sink.append(piece);
  },

  async streamdown(host) {
    const { Streamdown } = await import("streamdown");
    let all = "";
    let setText: (text: string) => void = () => {};
    function Answer(): ReactNode {
      const [text, set] = useState("");
      useEffect(() => {
        setText = set;
      }, []);
      return createElement(Streamdown, { mode: "streaming" }, text);
    }
    createRoot(host).render(createElement(Answer));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return (piece) => setText((all += piece));
  },

  /** No Markdown at all: the fixed cost of a frame. */
  floor(host) {
    let node = host.appendChild(document.createElement("p")).appendChild(document.createTextNode(""));
    return (piece) => {
      const [first = "", ...rest] = piece.split("\n\n");
      node.appendData(first);
      for (const text of rest) node = host.appendChild(document.createElement("p")).appendChild(document.createTextNode(text));
    };
  },
};

let take: Take;
let text = "";
let at = 0;

const bench = {
  async start(candidate: string, all: string): Promise<void> {
    text = all;
    at = 0;
    take = await candidates[candidate]!(document.getElementById("host")!);
  },

  /** Feeds up to character `end` in pieces of `size`, one per frame; returns the longest time between pieces. */
  async feedTo(end: number, size: number): Promise<void> {
    const scroller = document.getElementById("scroller")!;
    while (at < Math.min(end, text.length)) {
      take(text.slice(at, at + size));
      at += size;
      scroller.scrollTop = 1e9;
      await new Promise(requestAnimationFrame);
    }
  },

  elements: () => document.querySelectorAll("#host *").length,
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;

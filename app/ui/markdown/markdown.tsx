/*
 * Renders Markdown. React owns one <div> and nothing inside it: a streaming answer
 * goes from its source straight to the page, and no component renders for a token.
 *
 * The server writes the markup into the page, and the browser adopts it unchanged.
 * A message that appears later is built with createElement, because Trusted Types
 * forbid HTML strings there.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from "react";
import { relabelCitations, renumbering } from "./citations.ts";
import { renderMarkdownToHtml } from "./html.ts";
import { finishLater } from "./late.ts";
import { needsRareSyntax } from "./parser.ts";
import { rowsAdded, rowsShown, type PieceOptions } from "./pieces.ts";
import { renderMarkdown } from "./render.ts";
import { createMarkdownSink } from "./sink.ts";

/** A text that is still streaming. `subscribe` calls back with what is added from then on. */
export type TextSource = {
  text(): string;
  subscribe(onDelta: (delta: string) => void): () => void;
};

export type MarkdownProps = {
  /**
   * The text, or its source while streaming. Pass the same text when the source has ended: nothing
   * is built twice.
   */
  text: string | TextSource;
  className?: string;
  /** The label to show in a chip instead of its number, such as a host name. */
  citationLabel?: (n: number) => string | undefined;
  onCitation?: (n: number, chip: HTMLButtonElement) => void;
  /** Copies a listing; once it resolves, the button confirms for two seconds. */
  onCopyCode?: (code: string) => Promise<unknown>;
};

const copiedFor = 2000;
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
const never = () => () => {};

export function Markdown({ text, className, citationLabel, onCitation, onCopyCode }: MarkdownProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<string | undefined>(undefined);
  const label = useRef(citationLabel);
  const rows = useRef<number | undefined>(undefined);
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  // Constant for the component's lifetime, so that React writes it at most once, and never in the browser.
  const [markup] = useState(() => (isHydrating ? initialMarkup(text, citationLabel) : undefined));

  useBrowserLayoutEffect(() => {
    label.current = citationLabel;
    if (host.current) relabelCitations(host.current, new Map(), citationLabel);
  }, [citationLabel]);

  useBrowserLayoutEffect(() => {
    const element = host.current as HTMLDivElement;
    const options = { citationLabel: (n: number) => label.current?.(n) };
    if (typeof text !== "string") return follow(element, text, options, (all) => (shown.current = all));
    const before = shown.current;
    shown.current = text;
    return showText(element, text, before, options);
  }, [text]);

  function onClick(event: MouseEvent<HTMLDivElement>): void {
    const button = (event.target as Element).closest("button");
    if (button?.classList.contains("table-rest")) showMoreRows();
    else if (button?.classList.contains("citation")) onCitation?.(Number(button.dataset["n"]), button);
    else if (button?.classList.contains("code-copy") && onCopyCode) void copyCode(button, onCopyCode);
  }

  /** Not while the text is still growing. */
  function showMoreRows(): void {
    const element = host.current;
    if (element === null || typeof text !== "string") return;
    rows.current = rowsShown({ rows: rows.current }) + rowsAdded;
    renderMarkdown(element, text, { citationLabel: label.current, rows: rows.current });
    finishLater(element);
  }

  return (
    <div
      ref={host}
      className={className ? `markdown ${className}` : "markdown"}
      onClick={onClick}
      suppressHydrationWarning
      {...(markup === undefined ? {} : { dangerouslySetInnerHTML: markup })}
    />
  );
}

function initialMarkup(text: string | TextSource, citationLabel: MarkdownProps["citationLabel"]): { __html: string } {
  const isServer = typeof document === "undefined";
  return { __html: isServer && typeof text === "string" ? renderMarkdownToHtml(text, citationLabel ? { citationLabel } : {}) : "" };
}

function follow(host: HTMLElement, source: TextSource, options: PieceOptions, remember: (text: string) => void): () => void {
  const sink = createMarkdownSink(host, { ...options, onSettled: finishLater });
  let text = "";
  /** While the rules it needs are being fetched. */
  let withdraw: (() => void) | undefined;
  function add(delta: string): void {
    text += delta;
    sink.append(delta);
    // What announces a rare syntax may be split between two deltas.
    withdraw ??= withRareSyntax(text.slice(-delta.length - 1), restart);
  }
  function restart(): void {
    withdraw = undefined;
    sink.restart();
  }
  add(source.text());
  const unsubscribe = source.subscribe(add);
  return () => {
    unsubscribe();
    withdraw?.();
    sink.end();
    // Without its rules it is built once more.
    remember(withdraw === undefined ? text : "");
  };
}

function showText(host: HTMLElement, text: string, before: string | undefined, options: PieceOptions): (() => void) | undefined {
  const isAdopted = before === undefined && host.firstChild !== null;
  const numbers = before === undefined ? undefined : renumbering(before, text);
  if (numbers) {
    relabelCitations(host, numbers, options.citationLabel);
    return undefined;
  }
  function render(): void {
    renderMarkdown(host, text, options);
    finishLater(host);
  }
  if (isAdopted) finishLater(host);
  else render();
  // The server has all rules; here they are needed when the text is copied.
  return withRareSyntax(text, isAdopted ? () => {} : render);
}

/** Fetches the rules `text` needs and then calls `then`, unless withdrawn first. Returns undefined if none are missing. */
function withRareSyntax(text: string, then: () => void): (() => void) | undefined {
  if (!needsRareSyntax(text)) return undefined;
  let isOver = false;
  // Offline, for example: the text is shown as it was written.
  import("./rare-syntax.ts").then(() => isOver || then()).catch(() => {});
  return () => (isOver = true);
}

async function copyCode(button: HTMLButtonElement, copy: (code: string) => Promise<unknown>): Promise<void> {
  const code = button.closest(".code-block")?.querySelector("code")?.textContent ?? "";
  try {
    await copy(code);
  } catch {
    return; // The caller has reported it.
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), copiedFor);
}

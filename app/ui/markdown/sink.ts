/*
 * Renders a text as Markdown while it streams. Appending takes time proportional to
 * what is added, however long the text already is, and the page is updated at most
 * once a frame.
 */
import { topLevel, type Container } from "./containers.ts";
import { GrowingPage, type PageOptions } from "./page.ts";

export type SinkOptions = PageOptions & {
  /** "now" updates the page on every append (tests, printing); the default waits for the next frame. */
  update?: "frame" | "now";
};

export type MarkdownSink = {
  append(delta: string): void;
  /** The text is complete, so nothing is guessed any more. */
  end(): void;
  /** Makes `full` the whole text so far; continues from the current text if that is a prefix of it. */
  setText(full: string): void;
  /** Parses the whole text again, as when the parser has learned new rules. */
  restart(): void;
  /** Stops updating and empties the host. */
  destroy(): void;
};

/** Milliseconds of script: half a frame. */
const costly = 8;

export function createMarkdownSink(host: HTMLElement, options: SinkOptions = {}): MarkdownSink {
  let source = "";
  let waiting = "";
  let carry = "";
  let open = "";
  let page: GrowingPage | undefined;
  let container: Container | undefined;
  let frame = 0;
  let restUntil = 0;
  let isEnded = false;

  function begin(): Container {
    host.replaceChildren();
    page = new GrowingPage(host, options);
    return topLevel(page);
  }

  function update(isLast: boolean): void {
    if (frame) cancelAnimationFrame(frame);
    frame = 0;
    open += waiting;
    let mayDecide = isLast || waiting.includes("\n");
    waiting = "";
    container ??= begin();
    while (mayDecide) {
      const lines = isLast ? open : open.slice(0, open.lastIndexOf("\n") + 1);
      const { taken, next } = container.settle(lines, isLast);
      open = open.slice(taken);
      mayDecide = next !== container;
      container = next;
    }
    if (isLast) page?.finish();
    else container.show(open);
  }

  /** A text that is expensive to show (a huge paragraph) is updated less often, so that the page stays responsive. */
  function onFrame(now: number): void {
    if (now < restUntil) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    const start = performance.now();
    update(false);
    const cost = performance.now() - start;
    restUntil = cost > costly ? start + 4 * cost : 0;
  }

  function reset(): void {
    if (frame) cancelAnimationFrame(frame);
    frame = 0;
    source = waiting = carry = open = "";
    container = undefined;
    isEnded = false;
  }

  const sink: MarkdownSink = {
    append(delta) {
      if (isEnded) return sink.setText(source + delta);
      source += delta;
      // A line break may be split between chunks.
      const text = carry + delta;
      carry = text.endsWith("\r") ? "\r" : "";
      waiting += (carry ? text.slice(0, -1) : text).replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
      // The first words do not wait for a frame, because the reader is waiting for them.
      if (options.update === "now" || container === undefined) update(false);
      else frame ||= requestAnimationFrame(onFrame);
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      if (carry) waiting += "\n";
      carry = "";
      update(true);
    },
    setText(full) {
      if (full === source) return;
      if (isEnded || !full.startsWith(source)) reset();
      sink.append(full.slice(source.length));
    },
    restart() {
      const [text, wasEnded] = [source, isEnded];
      reset();
      sink.append(text);
      if (wasEnded) sink.end();
    },
    destroy() {
      reset();
      host.replaceChildren();
    },
  };
  return sink;
}

/*
 * An answer is text with marked parts in it: a draft between BEGIN DRAFT and
 * END DRAFT, patches as JSON between BEGIN PATCH and END PATCH, text for the
 * editor between BEGIN WRITE and END WRITE, and reasoning between <think> tags.
 * This reads it into blocks, while it streams in or from a stored row. Nothing
 * else in Stet knows what a marker looks like.
 *
 * A reader never sees machinery, so a line that may still become a marker is
 * held back until it is clear what it is, and white space is held back until
 * something follows it. What has been shown stays: blocks are only added, they
 * only grow, and they never change their kind. Each character is read once, so
 * a long answer costs no more per token at its end than at its beginning.
 */
import { fenceAfter } from "./code-spans.ts";
import { readPatches, type PatchReading } from "./patch-json.ts";

export type BlockKind = "text" | "reasoning" | "draft" | "patch" | "write";

type BlockBase = {
  /** Stands for the block as long as the message lives; blocks are never moved or taken away. */
  key: string;
  /** Open until its end marker came. A draft, patch, write or reasoning that was never closed stays open. */
  state: "open" | "closed";
  /** Without the markers, without blank lines before it and white space after it. */
  text: string;
  /** Where the text stands in the answer: `answer.slice(start, end)`. */
  start: number;
  end: number;
};
export type Block =
  | (BlockBase & { kind: Exclude<BlockKind, "patch"> })
  /** `reading` is there once the block is closed, or the answer has ended. */
  | (BlockBase & { kind: "patch"; reading?: PatchReading });

/** What one push changed, in order. `index` is the place in `blocks`. */
export type BlockChange =
  | { type: "open"; index: number; kind: BlockKind }
  | { type: "grow"; index: number; text: string }
  | { type: "close"; index: number };

/** Reads a whole answer. With `live` the last line is held back while it may still become a marker. */
export function parseReply(text: string, options: { live?: boolean } = {}): Block[] {
  const parser = new ReplyParser();
  parser.push(text);
  if (!options.live) parser.end();
  return parser.blocks;
}

/** An answer for the clipboard: no markers, no reasoning; of a patch, what it says and what it puts in. */
export function replyText(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if (block.kind === "reasoning") return "";
    if (block.kind !== "patch" || !block.reading?.patches.length) return block.text;
    return block.reading.patches.map((patch) => [patch.summary, patch.replacement].filter(Boolean).join("\n\n")).join("\n\n");
  });
  return texts.filter(Boolean).join("\n\n");
}

/**
 * The answer with another text in one of its blocks, as when a writer edits a
 * draft in place. Undefined when the new text would not be read back as it is,
 * for example because one of its lines is itself a marker.
 */
export function replaceBlockText(reply: string, index: number, text: string): string | undefined {
  const block = parseReply(reply)[index];
  if (!block) return undefined;
  const inserted = block.text ? text : `\n${text}\n`;
  const changed = reply.slice(0, block.start) + inserted + reply.slice(block.end);
  const wanted = (text.trim() ? text : "").slice(leadingBlankLines(text)).trimEnd();
  return parseReply(changed)[index]?.text === wanted ? changed : undefined;
}

type Container = "draft" | "patch" | "write";
type Marker = { verb: "BEGIN" | "END"; kind: Container };

/** Longer lines are never markers, so never more than this is held back. */
const markerLineMax = 80;
const verbs = ["BEGIN", "END"] as const;
const containers = { DRAFT: "draft", PATCH: "patch", WRITE: "write" } as const satisfies Record<string, Container>;
const containerNames = Object.keys(containers) as (keyof typeof containers)[];
const opening = ["<think>", "<thinking>"] as const;
const closing = ["</think>", "</thinking>"] as const;
const thinkTags = [...opening, ...closing];

export class ReplyParser {
  readonly blocks: Block[] = [];
  #changes: BlockChange[] = [];
  /** Arrived, but not yet understood: a line that may become a marker, or half a tag. */
  #unread = "";
  /** Where #unread stands in the answer. */
  #base = 0;
  /** The current line as far as it is known to be text; undefined at the start of a line. */
  #line: string | undefined;
  /** The code fence we are in, "```" or longer; empty outside code. */
  #fence = "";
  /** White space that is shown only if something follows it. */
  #space = "";
  #thinking = false;
  /** The block that grows: the open draft, patch or write, else the running text, else none yet. */
  #current: number | undefined;
  #thought: number | undefined;

  /** Takes what arrived and tells what it changed. */
  push(delta: string): BlockChange[] {
    this.#unread += delta;
    this.#read(false);
    return this.#changes.splice(0);
  }

  /** No more will come: what was held back is text after all, unless it is plainly half a marker. */
  end(): BlockChange[] {
    this.#read(true);
    const block = this.#block();
    if (block?.kind === "text") this.#close(this.#current!);
    if (block?.kind === "patch") block.reading = readPatches(block.text);
    return this.#changes.splice(0);
  }

  #read(ended: boolean): void {
    const text = this.#unread;
    let at = 0;
    while (at < text.length) {
      const next = this.#thinking
        ? this.#readThought(text, at, ended)
        : this.#line === undefined
          ? this.#readLine(text, at, ended)
          : this.#readRest(text, at);
      if (next === at) break;
      at = next;
    }
    this.#unread = text.slice(at);
    this.#base += at;
  }

  /** At the start of a line: a marker, a tag, text, or not to be told yet (then `at` comes back). */
  #readLine(text: string, at: number, ended: boolean): number {
    const end = lineEnd(text, at);
    if (!this.#fence) {
      const line = text.slice(at, end);
      const whole = ended || end < text.length;
      const indent = line.length - line.trimStart().length;
      const tag = wordAt(line, indent, thinkTags);
      if (tag && tag !== "half") return this.#readTag(tag, at + indent + tag.length);
      const marker = line.length > markerLineMax ? undefined : readMarker(line);
      if (!whole && (marker || (tag && line.length <= markerLineMax))) return at;
      if (marker && marker !== "half") return this.#readMarker(marker, end);
      if (ended && end === text.length && isCutOff(line, marker, tag)) return end;
    }
    this.#line = "";
    return this.#readRest(text, at);
  }

  /** Inside a line that is text: to its end, or to the end of what arrived. */
  #readRest(text: string, at: number): number {
    const end = lineEnd(text, at);
    const next = Math.min(end + 1, text.length);
    this.#line += text.slice(at, end);
    this.#say(text.slice(at, next), this.#base + at);
    if (end < text.length) {
      // A patch holds JSON, in which an unclosed fence must not hide the end marker.
      if (this.#block()?.kind !== "patch") this.#fence = fenceAfter(this.#fence, this.#line!);
      this.#line = undefined;
    }
    return next;
  }

  #readTag(tag: string, next: number): number {
    // An end tag that ends nothing comes from templates that open <think> themselves. It is left out.
    if (tag.startsWith("</")) return next;
    if (this.#block()?.kind === "text") this.#leave();
    this.#thinking = true;
    this.#space = "";
    return next;
  }

  #readMarker({ verb, kind }: Marker, next: number): number {
    const block = this.#block();
    // The same begin marker twice, with nothing between, is one.
    if (verb === "BEGIN" && block?.kind === kind && !block.text) return next;
    if (block) this.#leave();
    this.#space = "";
    if (verb === "BEGIN") this.#current = this.#open(kind, this.#base + next);
    return next;
  }

  #readThought(text: string, at: number, ended: boolean): number {
    for (let from = at; ; from++) {
      from = text.indexOf("<", from);
      const tag = from < 0 ? undefined : wordAt(text, from, closing);
      if (from >= 0 && !tag) continue;
      if (tag === "half" && ended && text.length - from < 3) continue;
      this.#say(text.slice(at, from < 0 ? text.length : from), this.#base + at);
      if (from < 0) return text.length;
      if (tag === "half") return ended ? text.length : from;
      this.#endThought();
      return from + tag!.length;
    }
  }

  #endThought(): void {
    if (this.#thought !== undefined) this.#close(this.#thought);
    this.#thought = undefined;
    this.#thinking = false;
    this.#line = undefined;
    // Reasoning in the middle of a draft does not end the draft: it goes on in a new line.
    this.#space = this.#block()?.text ? "\n" : "";
  }

  /** Adds to the block that grows. Text and reasoning begin with the first word there is to show. */
  #say(text: string, position: number): void {
    const shown = text.trimEnd().length;
    if (shown === 0) {
      this.#space += text;
      return;
    }
    let out = this.#space + text.slice(0, shown);
    let start = position - this.#space.length;
    this.#space = text.slice(shown);
    const index = this.#thinking
      ? (this.#thought ??= this.#open("reasoning", start))
      : (this.#current ??= this.#open("text", start));
    const block = this.blocks[index]!;
    if (!block.text) {
      const blank = leadingBlankLines(out);
      out = out.slice(blank);
      start += blank;
      block.start = start;
    }
    block.text += out;
    block.end = position + shown;
    const last = this.#changes.at(-1);
    if (last?.type === "grow" && last.index === index) last.text += out;
    else this.#changes.push({ type: "grow", index, text: out });
  }

  #block(): Block | undefined {
    return this.#current === undefined ? undefined : this.blocks[this.#current];
  }

  #open(kind: BlockKind, position: number): number {
    const index = this.blocks.length;
    this.blocks.push({ kind, key: `${kind}-${index}`, state: "open", text: "", start: position, end: position });
    this.#changes.push({ type: "open", index, kind });
    return index;
  }

  #leave(): void {
    this.#close(this.#current!);
    this.#current = undefined;
    this.#fence = "";
  }

  #close(index: number): void {
    const block = this.blocks[index]!;
    block.state = "closed";
    if (block.kind === "patch") block.reading = readPatches(block.text);
    this.#changes.push({ type: "close", index });
  }
}

/**
 * The marker that a line is; "half" while it may become one; undefined when it
 * is something else. Models put dashes, stars and the like around markers.
 */
function readMarker(line: string): Marker | "half" | undefined {
  const start = skipDecoration(line, 0);
  const verb = wordAt(line, start, verbs);
  if (!verb || verb === "half") return verb;
  const afterVerb = start + verb.length;
  const gap = skipDecoration(line, afterVerb);
  if (gap === line.length) return "half";
  const name = gap === afterVerb ? undefined : wordAt(line, gap, containerNames);
  if (!name || name === "half") return name;
  return skipDecoration(line, gap + name.length) === line.length ? { verb, kind: containers[name] } : undefined;
}

/** The last line of an answer that broke off within a marker or tag, as against a poem that ends in END. */
function isCutOff(line: string, marker: Marker | "half" | undefined, tag: string | undefined): boolean {
  if (tag === "half") return line.trim().length >= 3;
  if (marker !== "half") return false;
  const letters = line.replace(/[^A-Z]/g, "");
  return letters.length > (letters.startsWith("B") ? "BEGIN" : "END").length;
}

/** The word that stands at a place, ignoring case only in tags; "half" if the text ends within it. */
function wordAt<W extends string>(text: string, at: number, words: readonly W[]): W | "half" | undefined {
  let half = false;
  for (const word of words) {
    let there = text.slice(at, at + word.length);
    if (word.startsWith("<")) there = there.toLowerCase();
    if (there === word) return word;
    half ||= word.startsWith(there);
  }
  return half ? "half" : undefined;
}

function skipDecoration(line: string, at: number): number {
  while (at < line.length && (" \t\u00a0-\u2013\u2014=<>[]*#`_~:+!".includes(line[at]!) || line[at] === "\ufeff")) at++;
  return at;
}

/** Both characters of CRLF count as line ends; the empty line between them does no harm. */
function lineEnd(text: string, at: number): number {
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** How much of a text is blank lines before the first line with something in it. */
function leadingBlankLines(text: string): number {
  let cut = 0;
  for (let at = 0; at < text.length && text[at]!.trim() === ""; at++) if (text[at] === "\n" || text[at] === "\r") cut = at + 1;
  return cut;
}

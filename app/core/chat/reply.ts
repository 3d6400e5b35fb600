/*
 * An answer is text with marked parts in it: a draft between BEGIN DRAFT and
 * END DRAFT, patches as JSON between BEGIN PATCH and END PATCH, text for the
 * editor between BEGIN WRITE and END WRITE, and reasoning between <think> tags.
 * This reads it into blocks, while it streams in or from a stored row.
 *
 * A reader never sees machinery, so a line that may still become a marker is
 * held back until it is clear what it is, and white space is held back until
 * something follows it. What has been shown stays: blocks are only added, they
 * only grow, and they never change their kind. Each character is read once, so
 * a long answer costs no more per token at its end than at its beginning.
 */
import { fenceAfter } from "../text/code-spans.ts";
import { readPatches, type PatchReading } from "../changes/patch-json.ts";
import {
  closing,
  isCutOff,
  lineEnd,
  markerLineMax,
  markerWithin,
  readMarker,
  thinkTags,
  wordAt,
  type Marker,
} from "./reply-markers.ts";

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

const wholeFence = /^ {0,3}(`{3,}|~{3,})[ \t]*(?:json|markdown|md|text|plaintext)?[ \t]*$/;
/** Of a line that is still arriving. */
const mayBeFence = /^ {0,3}(?:`{1,3}|~{1,3}|(?:`{3,}|~{3,})[ \t]*[a-z]*[ \t]*)?$/;

export class ReplyParser {
  readonly blocks: Block[] = [];
  #changes: BlockChange[] = [];
  /** Arrived, but not yet understood: a line that may become a marker, or half a tag. */
  #unread = "";
  /** Where #unread stands in the answer. */
  #base = 0;
  /** The current line as far as it is known to be text; undefined at the start of a line. */
  #line: string | undefined;
  /** The last character of it that is no white space, or "". */
  #last = "";
  /** The code fence we are in, "```" or longer; empty outside code. */
  #fence = "";
  /** The fence that stands round the markers, whose end is left out with its beginning. */
  #wrapping = "";
  /** White space that is shown only if something follows it. */
  #space = "";
  #thinking = false;
  /** How far in the answer it was looked for a second end marker, behind one in a fence. */
  #waited = 0;
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
    if (block?.kind === "patch") block.reading = readPatches(block.text, true);
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
          : this.#readRest(text, at, ended);
      if (next === at) break;
      at = next;
    }
    this.#unread = text.slice(at);
    this.#base += at;
  }

  /** At the start of a line: a marker, a tag, text, or not to be told yet (then `at` comes back). */
  #readLine(text: string, at: number, ended: boolean): number {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const whole = ended || end < text.length;
    if (this.#fence) {
      const outcome = this.#endInFence(text, at, end, ended);
      if (outcome !== "text") return outcome === "wait" ? at : this.#readMarker(outcome, at);
    } else {
      const next = this.#atFence(text, at, end, ended);
      if (next !== null) return next;
      const indent = line.length - line.trimStart().length;
      const tag = wordAt(line, indent, thinkTags);
      if (tag && tag !== "half") return this.#readTag(tag, at + indent + tag.length);
      const marker = line.length > markerLineMax ? this.#withWords(readMarker(line.slice(0, markerLineMax))) : readMarker(line);
      if (marker && marker !== "half" && this.#isMeant(marker, line) && (whole || !marker.isWhole))
        return this.#readMarker(marker, at);
      if (!whole && line.length <= markerLineMax && (tag || marker === "half" || (marker && marker.isWhole))) return at;
      if (ended && end === text.length && isCutOff(line, marker, tag)) return end;
    }
    this.#line = "";
    this.#last = "";
    return this.#readRest(text, at, ended);
  }

  /**
   * A fence round markers is left out, as stars round them are: that of a patch,
   * and one that the answer begins with. Any other shows what markers look like.
   * Null where this line is none; `at` where that is not known yet.
   */
  #atFence(text: string, at: number, end: number, ended: boolean): number | null {
    const kind = this.#block()?.kind;
    const isWhole = ended || end < text.length;
    if ((kind !== undefined && kind !== "text") || (!isWhole && !mayBeFence.test(text.slice(at, end)))) return null;
    if (!isWhole) return end - at > markerLineMax ? null : at;
    const [, fence] = wholeFence.exec(text.slice(at, Math.min(end, at + markerLineMax))) ?? [];
    if (this.#wrapping !== "" && kind === undefined) {
      const isEnd = fence?.startsWith(this.#wrapping) === true;
      const line = text.slice(at, Math.min(end, at + markerLineMax));
      if (isEnd || (line.trim() !== "" && !readMarker(line))) this.#wrapping = "";
      if (isEnd) return Math.min(end + 1, text.length);
    }
    if (fence === undefined) return null;
    const from = text.startsWith("\r\n", end) ? end + 2 : end + 1;
    const stop = lineEnd(text, from);
    const marker = stop - from > markerLineMax ? undefined : readMarker(text.slice(from, stop));
    if (!ended && stop === text.length && (from >= text.length || marker)) return at;
    if (!marker || marker === "half" || marker.verb !== "BEGIN" || !marker.isWhole || !marker.isUpper) return null;
    if (marker.kind !== "patch" && this.blocks.some((block) => block.kind !== "reasoning")) return null;
    this.#wrapping = fence;
    return this.#readMarker(marker, from);
  }

  /** In a long line a marker may stand only before other words. */
  #withWords(marker: Marker | "half" | undefined): Marker | undefined {
    return marker && marker !== "half" && !marker.isWhole ? marker : undefined;
  }

  /** With words behind it only in capitals: an end of what is open, or a beginning of what can begin there. */
  #isMeant({ verb, kind, isWhole, isUpper, next }: Marker, line: string): boolean {
    const isOpen = this.#block()?.kind === kind;
    if (isWhole) return isUpper || verb === "BEGIN" || isOpen;
    if (!isUpper) return false;
    if (verb === "END") return isOpen;
    return kind === "patch" ? /[[{`"]/.test(line[next]!) : !/\p{Ll}/u.test(line[next]!);
  }

  /**
   * A whole-line end marker inside a fence of its own block: code that shows the
   * marker, if the block ends later; the end, if a fence was left open.
   */
  #endInFence(text: string, at: number, end: number, ended: boolean): Marker | "wait" | "text" {
    const kind = this.#block()?.kind;
    const line = text.slice(at, end);
    const marker = line.length > markerLineMax ? undefined : readMarker(line);
    if (kind === undefined || kind === "text" || kind === "reasoning") return "text";
    if (marker === "half") return ended || end < text.length ? "text" : "wait";
    if (!marker || marker.verb !== "END" || marker.kind !== kind || !marker.isWhole || !marker.isUpper) return "text";
    let from = Math.max(end + 1, this.#waited - this.#base);
    while (from < text.length) {
      const stop = lineEnd(text, from);
      const next = stop - from > markerLineMax ? undefined : readMarker(text.slice(from, stop));
      const isWhole = ended || stop < text.length;
      if (next && next !== "half" && next.kind === kind && next.isWhole && next.isUpper && isWhole) {
        this.#waited = 0;
        return next.verb === "END" ? "text" : marker;
      }
      if (stop === text.length) break;
      from = stop + 1;
    }
    if (ended) return marker;
    this.#waited = this.#base + from;
    return "wait";
  }

  /** Inside a line that is text: to its end, to a marker in it, or to the end of what arrived. */
  #readRest(text: string, at: number, ended: boolean): number {
    const end = lineEnd(text, at);
    const found = this.#fence ? null : this.#markerWithin(text, at, end, ended);
    const stop = found === null ? end : found.start;
    const next = found === null ? Math.min(end + 1, text.length) : stop;
    const said = text.slice(at, stop);
    this.#line += said;
    this.#last = said.slice(-markerLineMax).trimEnd().at(-1) ?? this.#last;
    this.#say(text.slice(at, next), this.#base + at);
    if (found?.marker) return this.#readMarker(found.marker, found.start);
    if (found !== null) return stop;
    if (end < text.length) {
      // A patch holds JSON, in which an unclosed fence must not hide the end marker.
      if (this.#block()?.kind !== "patch") this.#fence = fenceAfter(this.#fence, this.#line!);
      this.#line = undefined;
    }
    return next;
  }

  /** A marker behind words, at the end of its line. Without `marker` it may still become one. */
  #markerWithin(text: string, at: number, end: number, ended: boolean): { start: number; marker?: Marker } | null {
    const isWhole = ended || end < text.length;
    // A marker may not be glued to a letter, which may have been read already.
    const glue = this.#line!.slice(-2);
    for (const match of (glue + text.slice(at, end)).matchAll(markerWithin)) {
      const start = at + match.index - glue.length;
      if (start < at) continue;
      if (end - start > markerLineMax && this.#block()?.kind !== "patch") continue;
      const before =
        text
          .slice(Math.max(at, start - markerLineMax), start)
          .trimEnd()
          .at(-1) ?? this.#last;
      const marker = readMarker(text.slice(start, Math.min(end, start + markerLineMax)));
      if (marker === undefined || !this.#mayFollow(marker, before)) continue;
      if (marker === "half" || (marker.isWhole && !isWhole)) {
        if (!isWhole) return { start };
        continue;
      }
      if (marker.isWhole || (marker.verb === "END" && marker.kind === "patch")) return { start, marker };
    }
    return null;
  }

  /** `last`: the last character before it that is no white space. */
  #mayFollow(marker: Marker | "half", last: string): boolean {
    if (marker === "half") return last !== "";
    if (!marker.isUpper || last === "") return false;
    if (marker.verb === "BEGIN") return this.#block()?.kind !== "patch" && /[.!?:…)\]”"’]/.test(last);
    return this.#block()?.kind === marker.kind && (marker.kind !== "patch" || /[\]}`]/.test(last));
  }

  #readTag(tag: string, next: number): number {
    // An end tag that ends nothing comes from templates that open <think> themselves. It is left out.
    if (tag.startsWith("</")) return next;
    if (this.#block()?.kind === "text") this.#leave();
    this.#thinking = true;
    this.#space = "";
    return next;
  }

  /** `at` is where the line stands, or the part of it that the marker is at the beginning of. */
  #readMarker({ verb, kind, next: length, isWhole }: Marker, at: number): number {
    const next = at + length;
    const block = this.#block();
    this.#line = isWhole ? undefined : "";
    this.#last = "";
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

/** How much of a text is blank lines before the first line with something in it. */
function leadingBlankLines(text: string): number {
  let cut = 0;
  for (let at = 0; at < text.length && text[at]!.trim() === ""; at++) if (text[at] === "\n" || text[at] === "\r") cut = at + 1;
  return cut;
}

/*
 * Parses an answer, streaming or stored, into blocks: text with drafts
 * (BEGIN/END DRAFT), JSON patches (BEGIN/END PATCH), editor text (BEGIN/END
 * WRITE) and reasoning (<think> tags) in it.
 *
 * Readers never see markers, so a line that may become one is held back until
 * it is clear, and white space until something follows. Output is append-only:
 * blocks are added and grow, but never change kind. Each character is read
 * once, so a long answer costs no more per token at its end.
 */
import { fenceAfter } from "../text/code-spans.ts";
import { readPatches, type PatchReading } from "../changes/patch-json.ts";
import {
  closing,
  isCutOff,
  leadingBlankLines,
  lineEnd,
  markerLineMax,
  markerWithin,
  opensJson,
  readMarker,
  thinkTags,
  wordAt,
  type Marker,
} from "./reply-markers.ts";

export type BlockKind = "text" | "reasoning" | "draft" | "patch" | "write";

type BlockBase = {
  /** Stable for the life of the message; blocks are never moved or removed. */
  key: string;
  /** Open until its end marker. A draft, patch, write or reasoning that is never closed stays open. */
  state: "open" | "closed";
  /** Without markers, leading blank lines and trailing white space. */
  text: string;
  /** The range in the answer: `answer.slice(start, end)`. */
  start: number;
  end: number;
};
export type Block =
  | (BlockBase & { kind: Exclude<BlockKind, "patch"> })
  /** `reading` is set once the block is closed or the answer has ended. */
  | (BlockBase & { kind: "patch"; reading?: PatchReading });

/** What one push changed, in order. `index` refers to `blocks`. */
export type BlockChange =
  | { type: "open"; index: number; kind: BlockKind }
  | { type: "grow"; index: number; text: string }
  | { type: "close"; index: number };

/** Parses a whole answer. With `live`, the last line is held back while it may still become a marker. */
export function parseReply(text: string, options: { live?: boolean } = {}): Block[] {
  const parser = new ReplyParser();
  parser.push(text);
  if (!options.live) parser.end();
  return parser.blocks;
}

/** An answer for the clipboard: no markers or reasoning; for a patch, its summary and the new text. */
export function replyText(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if (block.kind === "reasoning") return "";
    if (block.kind !== "patch" || !block.reading?.patches.length) return block.text;
    return block.reading.patches.map((patch) => [patch.summary, patch.replacement].filter(Boolean).join("\n\n")).join("\n\n");
  });
  return texts.filter(Boolean).join("\n\n");
}

/**
 * Replaces the text of one block, for in-place edits of a draft. Undefined if
 * the result wouldn't parse back to the same text, for example because a line
 * is itself a marker.
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
/** For a line that is still arriving. */
const mayBeFence = /^ {0,3}(?:`{1,3}|~{1,3}|(?:`{3,}|~{3,})[ \t]*[a-z]*[ \t]*)?$/;

export class ReplyParser {
  readonly blocks: Block[] = [];
  #changes: BlockChange[] = [];
  /** Received but not parsed yet: a line that may become a marker, or half a tag. */
  #unread = "";
  /** The offset of #unread in the answer. */
  #base = 0;
  /** The current line so far, once known to be text; undefined at the start of a line. */
  #line: string | undefined;
  /** Its last non-white-space character, or "". */
  #last = "";
  /** The open code fence, "```" or longer; empty outside code. */
  #fence = "";
  /** Of markers that were shown as words, because of those behind them: their ends are shown too. */
  #shown = new Set<Marker["kind"]>();
  /** The fence around the markers, dropped along with them. */
  #wrapping = "";
  /** White space, shown only if something follows it. */
  #space = "";
  #thinking = false;
  /** How far the search for a second end marker, after one in a fence, has advanced. */
  #waited = 0;
  /** The growing block: the open draft, patch or write, else the current text, else undefined. */
  #current: number | undefined;
  #thought: number | undefined;

  /** Consumes new text and returns the changes. */
  push(delta: string): BlockChange[] {
    this.#unread += delta;
    this.#read(false);
    return this.#changes.splice(0);
  }

  /** The end of the answer: held-back text is released, unless it is clearly half a marker. */
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

  /** At the start of a line: handles a marker, a tag or text. Returns `at` if it is still undecided. */
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
      const marker = this.#markerOf(line);
      if (marker && marker !== "half" && this.#isMeant(marker, line) && (whole || !marker.isWhole))
        return this.#readMarker(marker, at);
      if (!whole && line.length <= markerLineMax && (tag || marker === "half" || (marker && marker.isWhole))) return at;
      if (ended && end === text.length && isCutOff(line, marker, tag)) return end;
      if (marker && marker !== "half" && marker.verb === "BEGIN" && marker.isUpper) this.#shown.add(marker.kind);
    }
    this.#line = "";
    this.#last = "";
    return this.#readRest(text, at, ended);
  }

  /**
   * A fence around markers is dropped: around a patch, or at the start of the
   * answer. Any other fence shows markers literally. Null if this line isn't a
   * fence to drop; `at` if undecided.
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

  /** In a long line, a marker counts only if other words follow it. */
  #markerOf(line: string): Marker | "half" | undefined {
    if (line.length <= markerLineMax) return readMarker(line);
    const marker = readMarker(line.slice(0, markerLineMax));
    return marker && marker !== "half" && !marker.isWhole ? marker : undefined;
  }

  /**
   * With words after it, a marker counts only if it ends the open block or plausibly starts one; in small letters,
   * only if these words are a sentence of their own, or no words can be part of the block.
   */
  #isMeant({ verb, kind, isWhole, isUpper, isEnded, next }: Marker, line: string): boolean {
    const block = this.#block();
    const isOpen = block?.kind === kind;
    if (isWhole) return verb === "BEGIN" || isOpen || (isUpper && !this.#shown.has(kind));
    // Behind the end of its JSON there are no other words of a patch.
    if (verb === "END") return isOpen && (isUpper || isEnded || (kind === "patch" && /[\]}`]$/.test(block.text)));
    if (!isUpper) return false;
    return kind === "patch" ? /[[{`"]/.test(line[next]!) : !/\p{Ll}/u.test(line[next]!);
  }

  /**
   * An end marker inside a fence in its own block is literal code if the block
   * ends later; otherwise the fence was left open and this is the end.
   */
  #endInFence(text: string, at: number, end: number, ended: boolean): Marker | "wait" | "text" {
    const kind = this.#block()?.kind;
    const line = text.slice(at, end);
    const marker = this.#markerOf(line);
    if (kind === undefined || kind === "text" || kind === "reasoning") return "text";
    if (marker === "half") return ended || end < text.length ? "text" : "wait";
    if (!marker || marker.verb !== "END" || !this.#isMeant(marker, line)) return "text";
    let from = Math.max(end + 1, this.#waited - this.#base);
    while (from < text.length) {
      const stop = lineEnd(text, from);
      const next = this.#markerOf(text.slice(from, stop));
      const isWhole = ended || stop < text.length;
      if (next && next !== "half" && next.kind === kind && isWhole && this.#isMeant(next, text.slice(from, stop))) {
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

  /** Within a text line: reads to its end, to a marker in it, or to the end of the input. */
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
      // A patch holds JSON: an unclosed fence in it must not hide the end marker.
      if (this.#block()?.kind !== "patch") this.#fence = fenceAfter(this.#fence, this.#line!);
      this.#line = undefined;
    }
    return next;
  }

  /** A marker after words, at the end of its line. Without `marker`, it may still become one. */
  #markerWithin(text: string, at: number, end: number, ended: boolean): { start: number; marker?: Marker } | null {
    const isWhole = ended || end < text.length;
    // A marker can't directly follow a letter, which may already be consumed.
    const glue = this.#line!.slice(-2);
    for (const match of (glue + text.slice(at, end)).matchAll(markerWithin)) {
      const start = at + match.index - glue.length;
      if (start < at) continue;
      const before =
        text
          .slice(Math.max(at, start - markerLineMax), start)
          .trimEnd()
          .at(-1) ?? this.#last;
      const marker = readMarker(text.slice(start, Math.min(end, start + markerLineMax)));
      if (marker === undefined || !this.#mayFollow(marker, before)) continue;
      const opensPatch = opensJson(marker, text, start);
      if (end - start > markerLineMax && this.#block()?.kind !== "patch" && !opensPatch) continue;
      if (marker === "half" || (marker.isWhole && !isWhole)) {
        if (!isWhole) return { start };
        continue;
      }
      if (marker.isWhole || opensPatch || (marker.verb === "END" && marker.kind === "patch")) return { start, marker };
    }
    return null;
  }

  /** `last` is the last non-white-space character before it. */
  #mayFollow(marker: Marker | "half", last: string): boolean {
    if (marker === "half") return last !== "";
    if (!marker.isUpper || last === "") return false;
    if (marker.verb === "BEGIN") return this.#block()?.kind !== "patch" && /[.!?:…)\]”"’]/.test(last);
    return this.#block()?.kind === marker.kind && (marker.kind !== "patch" || /[\]}`]/.test(last));
  }

  #readTag(tag: string, next: number): number {
    // A stray end tag comes from templates that open <think> themselves. It is dropped.
    if (tag.startsWith("</")) return next;
    if (this.#block()?.kind === "text") this.#leave();
    this.#thinking = true;
    this.#space = "";
    return next;
  }

  /** `at` is the start of the line, or of its part that the marker begins. */
  #readMarker({ verb, kind, next: length, isWhole }: Marker, at: number): number {
    const next = at + length;
    const block = this.#block();
    this.#line = isWhole ? undefined : "";
    this.#last = "";
    // A begin marker repeated with nothing in between counts once.
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
    // Reasoning inside a draft doesn't end it: the draft continues on a new line.
    this.#space = this.#block()?.text ? "\n" : "";
  }

  /** Appends to the growing block. Text and reasoning start with their first visible word. */
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

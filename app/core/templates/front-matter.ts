/*
 * Front matter: the part of YAML that people write at the head of a Markdown file. Maps by indentation or in braces,
 * lists in brackets or with dashes, plain or quoted text. Everything is text; nothing is a number or a date.
 *
 * Not a YAML library: the editor reads the file in the browser as it is typed, where one weighs more than the page; its
 * messages are written for programmers; and plain text such as "Lease: short form" would be refused. What is written
 * here is YAML all the same (template-file.test.ts).
 */
export type Front = string | readonly Front[] | { readonly [key: string]: Front };
export type FrontMap = { readonly [key: string]: Front };

/** A sentence for the person whose file it is. */
export class FrontMatterError extends Error {
  constructor(line: number, sentence: string) {
    super(`Line ${line}: ${sentence}`);
  }
}

type Line = { at: number; indent: number; text: string };

/** `body` is what follows the second line of dashes. */
export function readFrontMatter(source: string): { front: FrontMap; body: string } {
  const lines = source
    .replaceAll("\r\n", "\n")
    .replace(/^\ufeff/, "")
    .split("\n");
  if (lines[0]?.trimEnd() !== "---") throw new FrontMatterError(1, "The file must begin with a line of three dashes, ---.");
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end === -1) throw new FrontMatterError(lines.length, "The head of the file must end with a line of three dashes, ---.");
  const head = lines.slice(1, end).flatMap((text, i) => lineOf(text, i + 2));
  const reader = new Reader(head);
  const front = head.length === 0 ? {} : reader.map(0);
  reader.requireEnd();
  return {
    front,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}

function lineOf(raw: string, at: number): Line[] {
  const text = raw.trim();
  if (text === "" || text.startsWith("#")) return [];
  const indent = raw.length - raw.trimStart().length;
  if (raw.slice(0, indent).includes("\t")) throw new FrontMatterError(at, "Indent with spaces, not tabs.");
  return [{ at, indent, text }];
}

class Reader {
  #lines: readonly Line[];
  #next = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  requireEnd(): void {
    const line = this.#lines[this.#next];
    if (line !== undefined) throw new FrontMatterError(line.at, "This line is indented differently from the ones above it.");
  }

  map(indent: number): FrontMap {
    const found: Record<string, Front> = Object.create(null) as Record<string, Front>;
    for (let line = this.#lines[this.#next]; line?.indent === indent; line = this.#lines[this.#next]) {
      const { key, rest } = keyOf(line);
      if (key in found) throw new FrontMatterError(line.at, `“${key}” is there twice.`);
      this.#next++;
      found[key] = rest === "" ? this.#below(indent) : inlineValue(rest, line.at);
    }
    return found;
  }

  #below(indent: number): Front {
    const line = this.#lines[this.#next];
    if (line === undefined || line.indent <= indent) return "";
    return line.text.startsWith("- ") ? this.#dashes(line.indent) : this.map(line.indent);
  }

  #dashes(indent: number): Front[] {
    const found: Front[] = [];
    for (let line = this.#lines[this.#next]; line?.indent === indent; line = this.#lines[this.#next]) {
      if (!line.text.startsWith("- ")) throw new FrontMatterError(line.at, "Every item of this list begins with a dash.");
      this.#next++;
      found.push(inlineValue(line.text.slice(2).trim(), line.at));
    }
    return found;
  }
}

function keyOf({ text, at }: Line): { key: string; rest: string } {
  const colon = text.indexOf(":");
  if (colon < 1 || (text[colon + 1] ?? " ") !== " ")
    throw new FrontMatterError(at, "Write “name: value”, with a space after the colon.");
  return { key: text.slice(0, colon).trim(), rest: text.slice(colon + 1).trim() };
}

/** The whole of `text`: plain text may hold anything unless it begins with a quotation mark, bracket or brace. */
function inlineValue(text: string, at: number): Front {
  if (!/^["'[{]/.test(text)) return text;
  const scanner = new Scanner(text, at);
  const value = scanner.value("");
  scanner.requireEnd();
  return value;
}

const mostNested = 4;

class Scanner {
  #text: string;
  #line: number;
  #at = 0;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  requireEnd(): void {
    this.#space();
    if (this.#at < this.#text.length) throw this.#error(`“${this.#text.slice(this.#at)}” is left over at the end.`);
  }

  /** Plain text ends before one of the characters in `closing`. */
  value(closing: string, depth = 0): Front {
    this.#space();
    if (depth > mostNested) throw this.#error("Brackets are nested too deeply.");
    const first = this.#text[this.#at];
    if (first === '"' || first === "'") return this.#quoted(first);
    if (first === "[") return this.#list(depth);
    if (first === "{") return this.#map(depth);
    return this.#plain(closing);
  }

  #list(depth: number): Front[] {
    this.#at++;
    const found: Front[] = [];
    while (!this.#took("]")) {
      found.push(this.value(",]", depth + 1));
      if (!this.#took(",") && this.#text[this.#at] !== "]") throw this.#error("A list ends with a closing bracket, ].");
    }
    return found;
  }

  #map(depth: number): FrontMap {
    this.#at++;
    const found: Record<string, Front> = Object.create(null) as Record<string, Front>;
    while (!this.#took("}")) {
      const key = this.#plain(":,}");
      if (!this.#took(":") || key === "") throw this.#error("Write “name: value” between the braces.");
      if (key in found) throw this.#error(`“${key}” is there twice.`);
      found[key] = this.value(",}", depth + 1);
      if (!this.#took(",") && this.#text[this.#at] !== "}") throw this.#error("What begins with { ends with a closing brace, }.");
    }
    return found;
  }

  #quoted(mark: string): string {
    let value = "";
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (character === "\\" && mark === '"') value += this.#text[++this.#at] ?? "";
      else if (character !== mark) value += character;
      else {
        this.#at++;
        return value;
      }
    }
    throw this.#error("A quotation mark is not closed.");
  }

  #plain(closing: string): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !closing.includes(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(from, this.#at).trim();
  }

  #took(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    this.#space();
    return true;
  }

  #space(): void {
    while (this.#text[this.#at] === " ") this.#at++;
  }

  #error(sentence: string): FrontMatterError {
    return new FrontMatterError(this.#line, sentence);
  }
}

/** A value as it is written in a file: quoted only where plain text would be read differently. */
export function writeFront(value: string, inBraces = false): string {
  const isPlain =
    value !== "" &&
    value === value.trim() &&
    // What begins something else in YAML, or ends the text early.
    !/^["'[\]{}#,&*!|>%@`?:-]|: |:$| #/.test(value) &&
    !(inBraces && /[,:[\]{}]/.test(value));
  return isPlain ? value : `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

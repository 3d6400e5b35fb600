/*
 * The text of a template as a tree: words, fields, conditions and lists. `{{fee}}`, `{{partyA.address}}`,
 * `{{#if remote}} … {{else}} … {{/if}}`, `{{#each deliveries}} … {{/each}}`; a condition is a field's name, or "not" a
 * field, or "field is value".
 */
export type Condition = { field: string; isNot: boolean; value: string | null };
export type Piece =
  | { kind: "words"; words: string }
  | { kind: "field"; key: string; line: number }
  | { kind: "if"; condition: Condition; line: number; holds: Piece[]; otherwise: Piece[] }
  | Repeated;
/** What is written once for each row of a list. */
export type Repeated = { kind: "each"; list: string; line: number; pieces: Piece[] };

export class TemplateBodyError extends Error {
  constructor(line: number, sentence: string) {
    super(`Line ${line} of the text: ${sentence}`);
  }
}

type Tag = { tag: string; line: number };
/** A condition or a list that is still to be closed. */
type Opened = { name: "if" | "each"; line: number };

export function parseBody(body: string): Piece[] {
  const parser = new Parser(tokens(body));
  return parser.pieces(null);
}

/** Words and tags in turn. A condition alone on its line goes with the line. */
function tokens(body: string): (string | Tag)[] {
  const found: (string | Tag)[] = [];
  let line = 1;
  for (let at = 0; at < body.length;) {
    const open = body.indexOf("{{", at);
    const words = body.slice(at, open === -1 ? undefined : open);
    line += count(words, "\n");
    if (open === -1) {
      found.push(words);
      break;
    }
    const close = body.indexOf("}}", open);
    if (close === -1) throw new TemplateBodyError(line, "“{{” is never closed. Write the field’s name and then }}.");
    const tag = body.slice(open + 2, close).trim();
    if (tag.includes("{{") || tag.includes("\n"))
      throw new TemplateBodyError(line, "“{{” is never closed. Write the field’s name and then }}.");
    const lineStart = words.lastIndexOf("\n") + 1;
    const isFirst = words.slice(lineStart).trim() === "" && (lineStart > 0 || at === 0 || body[at - 1] === "\n");
    const isLast = /^[^\S\n]*(?:\n|$)/.test(body.slice(close + 2, close + 200));
    const isAlone = isControl(tag) && isFirst && isLast;
    found.push(isAlone ? words.slice(0, lineStart) : words, { tag, line });
    at = close + 2;
    if (isAlone) {
      const end = body.indexOf("\n", at);
      at = end === -1 ? body.length : end + 1;
      line++;
    }
  }
  return found;
}

const isControl = (tag: string) => tag.startsWith("#") || tag.startsWith("/") || tag === "else";

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

class Parser {
  #tokens: readonly (string | Tag)[];
  #at = 0;
  #stop = "";
  #isInList = false;

  constructor(all: readonly (string | Tag)[]) {
    this.#tokens = all;
  }

  /** Up to the end, or to what closes the condition or list around them. */
  pieces(open: Opened | null): Piece[] {
    const found: Piece[] = [];
    this.#stop = "";
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (typeof token === "string") {
        if (token !== "") found.push({ kind: "words", words: token });
      } else if (token.tag === "else" || token.tag.startsWith("/")) {
        checkClosing(token, open);
        this.#stop = token.tag;
        return found;
      } else found.push(this.#piece(token));
    }
    if (open !== null) throw new TemplateBodyError(open.line, `This {{#${open.name} …}} has no {{/${open.name}}}.`);
    return found;
  }

  #piece({ tag, line }: Tag): Piece {
    if (!tag.startsWith("#")) {
      if (!/^\w+(?:\.\w+)?$/.test(tag)) throw new TemplateBodyError(line, `“{{${tag}}}” is not the name of a field.`);
      return { kind: "field", key: tag, line };
    }
    const list = /^#each\s+(\w+)$/.exec(tag)?.[1];
    if (list !== undefined) {
      if (this.#isInList) throw new TemplateBodyError(line, "A list can’t stand within another list.");
      this.#isInList = true;
      const pieces = this.pieces({ name: "each", line });
      this.#isInList = false;
      return { kind: "each", list, line, pieces };
    }
    const condition = conditionOf(tag, line);
    const holds = this.pieces({ name: "if", line });
    const otherwise = this.#stop === "else" ? this.pieces({ name: "if", line }) : [];
    if (this.#stop === "else") throw new TemplateBodyError(line, "This {{#if …}} has more than one {{else}}.");
    return { kind: "if", condition, line, holds, otherwise };
  }
}

function checkClosing({ tag, line }: Tag, open: Opened | null): void {
  const name = tag === "else" || tag === "/if" ? "if" : "each";
  if (name === "each" && tag !== "/each") throw new TemplateBodyError(line, `“{{${tag}}}” is unknown. Write {{/if}} or {{/each}}.`);
  if (open === null) throw new TemplateBodyError(line, `“{{${tag}}}” has no {{#${name} …}} before it.`);
  if (open.name !== name)
    throw new TemplateBodyError(line, `“{{${tag}}}” comes before the {{/${open.name}}} of line ${open.line}.`);
}

function conditionOf(tag: string, line: number): Condition {
  const [name, ...words] = tag.split(" ").filter((word) => word !== "");
  if (name !== "#if" || words.length === 0)
    throw new TemplateBodyError(line, `“{{${tag}}}” is unknown. A condition is written {{#if field}}, a list {{#each list}}.`);
  if (words[0] === "not" && words.length === 2) return { field: words[1]!, isNot: true, value: null };
  const [field, is, ...rest] = words;
  if (is === undefined) return { field: field!, isNot: false, value: null };
  const isNot = rest[0] === "not";
  const value = rest.slice(isNot ? 1 : 0).join(" ");
  if (is !== "is" || value === "") throw new TemplateBodyError(line, `“{{${tag}}}” is unknown. Write {{#if field is value}}.`);
  return { field: field!, isNot, value };
}

export type Use = { line: number; /** The list in whose rows it stands. */ list: string | null };

/** Everything that is used: fields, of which each key is listed once for each list it stands in, and conditions. */
export function usesIn(pieces: readonly Piece[]): {
  fields: ({ key: string } & Use)[];
  conditions: ({ condition: Condition } & Use)[];
  lists: { list: string; line: number }[];
} {
  const fields = new Map<string, { key: string } & Use>();
  const conditions: ({ condition: Condition } & Use)[] = [];
  const lists: { list: string; line: number }[] = [];
  const walk = (all: readonly Piece[], list: string | null): void => {
    for (const piece of all) {
      const { kind } = piece;
      if (kind === "field") {
        const place = `${list ?? ""} ${piece.key}`;
        if (!fields.has(place)) fields.set(place, { key: piece.key, line: piece.line, list });
      } else if (kind === "if") {
        conditions.push({ condition: piece.condition, line: piece.line, list });
        walk(piece.holds, list);
        walk(piece.otherwise, list);
      } else if (kind === "each") {
        lists.push({ list: piece.list, line: piece.line });
        walk(piece.pieces, piece.list);
      }
    }
  };
  walk(pieces, null);
  return { fields: [...fields.values()], conditions, lists };
}

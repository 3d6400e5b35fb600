/*
 * Lists of a template: what stands in {{#each list}} is written once for each row, with the row's own values. Everything
 * that fills in or asks works on the template as it is with so many rows, in which a field of a row is a field of its own:
 * `fee` of the second row is `fee:2`.
 */
import type { ProseLanguage } from "../text/sentences.ts";
import { parseBody, type Condition, type Piece } from "./template-body.ts";
import { partyParts, templateLimits, type Template, type TemplateField, type TemplateValues } from "./template.ts";

export type Expanded = {
  /** In the order of the form: after a list, the fields of its rows. */
  fields: TemplateField[];
  /** An "each" has the pieces of all its rows, one after the other. */
  pieces: Piece[];
};

export const inRow = (name: string, row: number) => `${name}:${row}`;

/** The name without the row, and the row; 0 if it is in none. */
export function rowOf(name: string): { name: string; row: number } {
  const [plain = "", row = "0"] = name.split(":");
  return { name: plain, row: Number(row) };
}

/** How many rows a list has: as many as it says, and at least to the last that has a value. */
export function rowsOf(list: TemplateField, { fields }: Pick<Template, "fields">, values: TemplateValues): number {
  const names = new Set(fields.filter(({ of }) => of === list.name).map(({ name }) => name));
  let rows = numberOfRows(values[list.name] ?? list.initial) ?? 1;
  for (const [key, value] of Object.entries(values)) {
    const { name, row } = rowOf(key.split(".")[0]!);
    if (row > rows && names.has(name) && value.trim() !== "" && !key.endsWith(".currency")) rows = row;
  }
  return Math.min(rows, templateLimits.rows);
}

/** What the fields of a list's rows have, "" where they have nothing. */
export function valuesOfRows(values: TemplateValues, fields: readonly TemplateField[]): Record<string, string> {
  const keys = fields.flatMap(({ name }) => [name, ...partyParts.map((part) => `${name}.${part}`), `${name}.currency`]);
  return Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
}

/** The values of a list's rows with one row taken out: those after it move up, and the last becomes empty. */
export function withoutRow(values: TemplateValues, row: number, rows: number): Record<string, string> {
  const left: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const [field = "", ...part] = key.split(".");
    const at = rowOf(field);
    const keyIn = (other: number) => [inRow(at.name, other), ...part].join(".");
    if (at.row > row) left[keyIn(at.row - 1)] = value;
    if (at.row === rows) left[key] = "";
    else if (at.row >= row) left[keyIn(at.row)] ??= "";
  }
  return left;
}

/** Null if it is not a number of rows. */
export function numberOfRows(value: string): number | null {
  const rows = /^\d{1,3}$/.test(value.trim()) ? Number(value) : -1;
  return rows >= 0 && rows <= templateLimits.rows ? rows : null;
}

/** The template with as many rows in each list as the values have. */
export function expandLists(template: Template, values: TemplateValues): Expanded {
  const lists = template.fields.filter(({ type }) => type === "list");
  if (lists.length === 0) return { fields: [...template.fields], pieces: parseBody(template.body) };
  const rows = new Map(lists.map((list) => [list.name, rowsOf(list, template, values)]));
  const fields: TemplateField[] = [];
  for (const field of template.fields.filter(({ of }) => of === "")) {
    fields.push(field);
    if (field.type === "list") fields.push(...fieldsOfRows(field, template, rows.get(field.name) ?? 0));
  }
  return { fields, pieces: new Rows(template, rows).expand(parseBody(template.body), 0) };
}

function fieldsOfRows(list: TemplateField, { fields }: Template, rows: number): TemplateField[] {
  const ofRow = fields.filter(({ of }) => of === list.name);
  return Array.from({ length: rows }, (_, i) => i + 1).flatMap((row) =>
    ofRow.map((field) => Object.assign({}, field, { name: inRow(field.name, row) })),
  );
}

class Rows {
  #template: Template;
  #rows: ReadonlyMap<string, number>;
  /** Names of fields that are asked in rows. */
  #ofRows: ReadonlySet<string>;

  constructor(template: Template, rows: ReadonlyMap<string, number>) {
    this.#template = template;
    this.#rows = rows;
    this.#ofRows = new Set(template.fields.filter(({ of }) => of !== "").map(({ name }) => name));
  }

  /** `row` is 0 outside lists. */
  expand(pieces: readonly Piece[], row: number, anchors: ReadonlySet<string> = new Set()): Piece[] {
    return pieces.map((piece): Piece => {
      if (piece.kind === "words") return { ...piece, words: withRow(piece.words, row, anchors) };
      if (piece.kind === "field") return this.#field(piece, row);
      if (piece.kind === "if") return this.#condition(piece, row, anchors);
      const own = anchorsIn(piece.pieces);
      const all = Array.from({ length: this.#rows.get(piece.list) ?? 0 }, (_, i) => this.expand(piece.pieces, i + 1, own));
      return { ...piece, pieces: all.flat() };
    });
  }

  #named(key: string, row: number): string {
    const [name = "", part] = key.split(".");
    if (row === 0 || !this.#ofRows.has(name)) return key;
    return part === undefined ? inRow(name, row) : `${inRow(name, row)}.${part}`;
  }

  /** A list's own name stands for the first field of all its rows: "A, B and C". */
  #field(piece: Piece & { kind: "field" }, row: number): Piece {
    const rows = this.#rows.get(piece.key);
    if (rows === undefined) return { ...piece, key: this.#named(piece.key, row) };
    const first = this.#template.fields.find(({ of }) => of === piece.key)!;
    const parts = listParts(rows, this.#template.language);
    const pieces = parts.map(({ index, words }): Piece =>
      index === null ? { kind: "words", words } : { kind: "field", key: inRow(first.name, index + 1), line: piece.line },
    );
    return { kind: "each", list: piece.key, line: piece.line, pieces };
  }

  /** Of a list it is asked whether it has rows, which is known here. */
  #condition(piece: Piece & { kind: "if" }, row: number, anchors: ReadonlySet<string>): Piece {
    const rows = this.#rows.get(piece.condition.field);
    if (rows !== undefined) {
      const holds = rows > 0 !== piece.condition.isNot;
      const pieces = this.expand(holds ? piece.holds : piece.otherwise, row, anchors);
      return { kind: "each", list: piece.condition.field, line: piece.line, pieces };
    }
    const condition: Condition = { ...piece.condition, field: this.#named(piece.condition.field, row) };
    return {
      ...piece,
      condition,
      holds: this.expand(piece.holds, row, anchors),
      otherwise: this.expand(piece.otherwise, row, anchors),
    };
  }
}

/** Places in a row that clauses refer to. */
function anchorsIn(pieces: readonly Piece[]): Set<string> {
  const words = pieces.flatMap((piece): string[] => {
    if (piece.kind === "words") return [piece.words];
    return piece.kind === "if" ? [...anchorsIn(piece.holds), ...anchorsIn(piece.otherwise)].map(anchorOf) : [];
  });
  return new Set([...words.join("\n").matchAll(/<a id="at-(\w+)">/g)].map(([, id = ""]) => id));
}

const anchorOf = (id: string) => `<a id="at-${id}"></a>`;

/** Each row has places of its own, and refers to those. */
function withRow(words: string, row: number, anchors: ReadonlySet<string>): string {
  const named = (id: string) => (row > 1 && anchors.has(id) ? `${id}r${row}` : id);
  return words
    .replaceAll(/<a id="at-(\w+)">/g, (_, id: string) => `<a id="at-${named(id)}">`)
    .replaceAll(/\]\(#at-(\w+)\)/g, (_, id: string) => `](#at-${named(id)})`);
}

/** Which of so many come in what order, and the words between them in the language of the text. */
function listParts(count: number, language: ProseLanguage): { index: number | null; words: string }[] {
  const format = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
  let index = 0;
  return format
    .formatToParts(Array.from({ length: count }, () => "x"))
    .map(({ type, value }) => (type === "element" ? { index: index++, words: "" } : { index: null, words: value }));
}

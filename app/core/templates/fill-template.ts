/* Fills a template: conditions decided, fields written in its language, empty ones left as visible [places]. */
import { letters } from "../clauses/clause-numbers.ts";
import { missingLabel } from "../clauses/references.ts";
import { keysOf, placeholderOf, writtenValue } from "./field-values.ts";
import { expandLists } from "./lists.ts";
import type { Condition, Piece } from "./template-body.ts";
import type { Template, TemplateField, TemplateValues } from "./template.ts";

export type FilledTemplate = {
  /** As in a draft: clauses are numbered by their position (document-to-markdown.ts). */
  markdown: string;
  /** What is still to be filled in, without duplicates. */
  open: string[];
};

/** "marked" highlights what was entered and what is open, to be looked at; a draft is made from "plain". */
export function fillTemplate(template: Template, values: TemplateValues, look: "plain" | "marked" = "plain"): FilledTemplate {
  const { language } = template;
  const expanded = expandLists(template, values);
  const fields = new Map(expanded.fields.map((field) => [field.name, field]));
  const open = new Set<string>();
  const write = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === "words") return piece.words;
        if (piece.kind === "each") return write(piece.pieces);
        if (piece.kind === "if") return write(holds(piece.condition, fields, values) ? piece.holds : piece.otherwise);
        const field = fields.get(piece.key.split(".")[0]!)!;
        const written = writtenValue(field, piece.key, values, language);
        if (written !== "") return look === "marked" ? `<mark data-color="green">${written}</mark>` : written;
        const place = placeholderOf(field, piece.key, language);
        open.add(place);
        return look === "marked" ? `<mark>[${place}]</mark>` : `[${place}]`;
      })
      .join("");
  const markdown = write(expanded.pieces)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return { markdown, open: [...open] };
}

/** What the text asks for as it is answered now: keys of values, lists, and the fields of the conditions on the way. */
export function askedFields(template: Template, values: TemplateValues): Set<string> {
  const expanded = expandLists(template, values);
  const fields = new Map(expanded.fields.map((field) => [field.name, field]));
  const asked = new Set<string>();
  const walk = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (piece.kind === "field") asked.add(piece.key);
      if (piece.kind === "each") {
        asked.add(piece.list);
        walk(piece.pieces);
      }
      if (piece.kind !== "if") continue;
      asked.add(piece.condition.field);
      walk(holds(piece.condition, fields, values) ? piece.holds : piece.otherwise);
    }
  };
  walk(expanded.pieces);
  return asked;
}

/** The fields of the form as it is answered now; after a list, those of its rows. */
export function shownFields(template: Template, values: TemplateValues, asked: ReadonlySet<string>): TemplateField[] {
  return expandLists(template, values).fields.filter(
    (field) => asked.has(field.name) || keysOf(field, asked).some((key) => asked.has(key)),
  );
}

/** A condition on a field that is empty holds only if it asks for that. */
function holds({ field, isNot, value }: Condition, fields: ReadonlyMap<string, TemplateField>, values: TemplateValues): boolean {
  const entered = (values[field] ?? "").trim();
  const isYes = value === null ? entered !== "" && !(fields.get(field)?.type === "yes/no" && entered === "no") : entered === value;
  return isYes !== isNot;
}

/**
 * The same Markdown with the numbers of its clauses typed, for where they are not automatic: a chat. Clauses are
 * items "1)" whose level is their indentation.
 */
export function withTypedNumbers(markdown: string): string {
  const counters: number[] = [];
  const labels = new Map<string, string>();
  const lines = markdown.split("\n").map((line) => {
    const item = /^( *)\d{1,9}\) (#{1,4} )?(?:<a id="at-(\w{1,36})"><\/a>)?/.exec(line);
    if (item === null) return counters.length > 0 ? line.trimStart() : line;
    const [whole, indent = "", heading = "", id] = item;
    const level = Math.floor(indent.length / 3);
    counters.length = Math.min(counters.length, level + 1);
    for (let i = 0; i < level; i++) counters[i] ??= 1;
    counters[level] = (counters[level] ?? 0) + 1;
    const { shown, reference } = typedLabel(counters);
    if (id !== undefined) labels.set(id, reference);
    return `${heading}${shown} ${line.slice(whole.length)}`;
  });
  // Points of a list would otherwise run together as one paragraph.
  const text = lines
    .join("\n")
    .replaceAll(/\n(?=\([a-z]{1,3}\) )/g, "\n\n")
    .replaceAll(/\n{3,}/g, "\n\n");
  return text.replaceAll(/\[[^\][]*\]\(#at-(\w{1,36})\)/g, (_, id: string) => labels.get(id) ?? missingLabel);
}

function typedLabel([first = 1, second, ...deeper]: readonly number[]): { shown: string; reference: string } {
  if (second === undefined) return { shown: `${first}.`, reference: String(first) };
  const points = deeper.map((number) => `(${letters(number)})`);
  const reference = `${first}.${second}`;
  return { shown: points.at(-1) ?? reference, reference: reference + points.join("") };
}

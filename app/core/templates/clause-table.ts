/*
 * Clauses as a table, a row for each variant, as firms keep them in spreadsheets. Columns are found by what their
 * headings are called. A column of our own is called “Text (Markdown)” and is read as it stands; in any other, the words
 * are plain text.
 */
import { guessLanguage } from "../prose/prose-language.ts";
import { csvLine, csvRows } from "../text/csv.ts";
import { proseLanguages, type ProseLanguage } from "../text/sentences.ts";
import { readClause, withoutHeadings, writeClause, type ClauseVariant, type LibraryClause } from "./clause-file.ts";
import { plainToMarkdown } from "./plain-to-markdown.ts";
import { jurisdictions, templateLimits, type TemplateJurisdiction } from "./template.ts";

/** `line` counts as a spreadsheet does: the headings are line 1. */
export type RefusedLine = { line: number; sentence: string };
export type ReadClauses = { clauses: LibraryClause[]; refused: RefusedLine[] };

export const mostTableClauses = 500;

const columns = ["name", "variant", "jurisdiction", "language", "summary", "guidance", "text"] as const;
type Column = (typeof columns)[number];

const headings: Record<Column, RegExp> = {
  variant: /^(?:variants?(?: name)?|variante?n?|alternativ(?:e|en)?|version|versie|fassung)$/,
  jurisdiction: /^(?:jurisdictions?|jurisdiktion|jurisdictie|law|rätt|recht|rechtsordnung|rechtsstelsel|country|land)$/,
  language: /^(?:language|lang|språk|sprache|taal)$/,
  summary: /^(?:summary|description|sammanfattning|beskrivning|zusammenfassung|beschreibung|samenvatting|omschrijving)$/,
  guidance:
    /^(?:guidance|notes?|comments?|vägledning|anteckning(?:ar)?|kommentar(?:er|e)?|hinweise?|anmerkung(?:en)?|notize?n?|toelichting|opmerking(?:en)?|notities?)$/,
  name: /^(?:(?:clause|klausul|klausel|clausule)? ?(?:name|title|heading|namn|titel|rubrik|naam|kop)|bezeichnung|überschrift)$/,
  text: /^(?:text \(markdown\)|(?:clause|klausul|klausel|clausule)? ?(?:te(?:x|ks)te?|wording)|lydelse|ordalydelse|wortlaut|bepaling|formulering|formulierung)$/,
};
/** The name beside a column of texts, the text beside one of names. */
const either = /^(?:clauses?|klausul|klausel|clausule)$/;

type Row = { line: number; name: string; variant: string; text: string; summary: string; guidance: string };
type Kept = Row & { jurisdiction: TemplateJurisdiction; language: ProseLanguage | null };
type Named = Row & { jurisdiction: TemplateJurisdiction; language: ProseLanguage };

export function readClauseTable(text: string): ReadClauses {
  const refused: RefusedLine[] = [];
  const kept: Kept[] = [];
  const table = tableOf(text);
  if (table === null)
    return refusal(
      "The first line of the table must name its columns: at least Name and Text, and it may have more, such as Variant.",
    );
  for (const [at, cells] of table.rows.entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const row = rowOf(cells, at + 2, table);
    if ("sentence" in row) refused.push(row);
    else kept.push(row);
  }
  if (kept.length === 0 && refused.length === 0) return refusal("There is no clause below the headings of the table.");
  const groups = [
    ...Map.groupBy(withLanguages(kept), (row) => JSON.stringify([row.name, row.jurisdiction, row.language])).values(),
  ];
  if (groups.length > mostTableClauses)
    return refusal(
      `The table has ${groups.length.toLocaleString("en")} clauses. It can have at most ${mostTableClauses}: divide it.`,
    );
  const clauses: LibraryClause[] = [];
  for (const rows of groups) {
    const clause = clauseOf(rows);
    // Read as the library will read it, so that every limit is the library's.
    const read = readClause(writeClause(clause));
    if ("clause" in read) clauses.push(read.clause);
    else refused.push({ line: rows[0]!.line, sentence: `Line ${rows[0]!.line}, “${clause.name}”: ${read.refusal}` });
  }
  return { clauses, refused: refused.toSorted((a, b) => a.line - b.line) };
}

const refusal = (sentence: string): ReadClauses => ({ clauses: [], refused: [{ line: 1, sentence }] });

type Table = { rows: string[][]; at: Partial<Record<Column, number>>; isMarkdown: boolean };

/** Null without a column of names and one of texts. */
function tableOf(source: string): Table | null {
  const text = source
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n")
    // Excel's own line, which names the delimiter.
    .replace(/^sep=.\n/i, "");
  // By the headings alone: of a text, each line in a cell looks like a line of the table.
  for (const delimiter of [",", ";", "\t", "|"]) {
    const rows = csvRows(text, delimiter);
    const first = rows.next();
    if (first.done === true) continue;
    const names = first.value.map((cell) => cell.replaceAll(/\s+/g, " ").trim().toLowerCase());
    const at: Table["at"] = {};
    for (const column of columns) {
      const found = names.findIndex((name, i) => headings[column].test(name) && !Object.values(at).includes(i));
      if (found >= 0) at[column] = found;
    }
    const other = names.findIndex((name) => either.test(name));
    if (other >= 0) at[at.name === undefined ? "name" : "text"] ??= other;
    if (at.name === undefined || at.text === undefined) continue;
    return { rows: [...rows], at, isMarkdown: names[at.text]!.endsWith("(markdown)") };
  }
  return null;
}

function rowOf(cells: readonly string[], line: number, { at, isMarkdown }: Table): Kept | RefusedLine {
  const cell = (column: Column) => unguarded(at[column] === undefined ? "" : (cells[at[column]] ?? "")).trim();
  const inLine = (column: Column) => {
    const lines = cell(column).split(/[\n\u2028\u2029]/);
    return lines.length === 1 ? lines[0]! : lines.flatMap((one) => one.trim() || []).join(" ");
  };
  const no = (sentence: string): RefusedLine => ({ line, sentence });
  const [name, variant] = [inLine("name"), inLine("variant")];
  const text = withoutHeadings(isMarkdown ? cell("text") : plainToMarkdown(cell("text"))).trim();
  if (name === "") return no(`Line ${line} has no name.`);
  if (text === "") return no(`Line ${line} has no text.`);
  if (Math.max(name.length, variant.length) > templateLimits.name)
    return no(`Line ${line}: a name can have at most ${templateLimits.name} characters.`);
  const jurisdiction = jurisdictionCalled(cell("jurisdiction"));
  if (jurisdiction === null)
    return no(`Line ${line}: “${cell("jurisdiction")}” is not a known jurisdiction. It is one of: ${jurisdictions.join(", ")}.`);
  const language = languageCalled(cell("language"));
  if (language === undefined)
    return no(`Line ${line}: “${cell("language")}” is not a known language. It is one of: ${proseLanguages.join(", ")}.`);
  const guidance = withoutHeadings(cell("guidance"));
  return { line, name, variant, text, summary: inLine("summary"), guidance, jurisdiction, language };
}

/** Of a row without a language: that of the clause's words, if they show it. */
function withLanguages(rows: readonly Kept[]): Named[] {
  const keyOf = (row: Kept) => JSON.stringify([row.name, row.jurisdiction]);
  const unnamed = Map.groupBy(
    rows.filter(({ language }) => language === null),
    keyOf,
  );
  const guessed = new Map<string, ProseLanguage>();
  for (const [key, same] of unnamed) {
    const words = same.map(({ text }) => text).join(" ");
    const { language, isAhead } = guessLanguage(words.slice(0, 4_000));
    guessed.set(key, isAhead ? (language ?? "en") : "en");
  }
  return rows.map((row) => ({ ...row, language: row.language ?? guessed.get(keyOf(row)) ?? "en" }));
}

function clauseOf(rows: readonly Named[]): LibraryClause {
  const { name, jurisdiction, language } = rows[0]!;
  const first = (field: "summary" | "guidance") => rows.find((row) => row[field] !== "")?.[field] ?? "";
  const taken = new Set(rows.map(({ variant }) => variant));
  const variants = rows.map(({ variant, text }, at): ClauseVariant => {
    const called = variant || unusedName(at, taken);
    taken.add(called);
    return { name: called, text };
  });
  return { name, jurisdiction, language, summary: first("summary"), guidance: first("guidance"), variants };
}

function unusedName(at: number, taken: ReadonlySet<string>): string {
  if (at === 0 && !taken.has("Standard")) return "Standard";
  let number = Math.max(2, at + 1);
  while (taken.has(`Variant ${number}`)) number++;
  return `Variant ${number}`;
}

const jurisdictionNames: Record<Exclude<TemplateJurisdiction, "any">, RegExp> = {
  EU: /^(?:eu|european union|europeiska unionen|europäische union|europese unie)$/,
  SE: /^(?:se|sweden|sverige|schweden|zweden)$/,
  GB: /^(?:gb|uk|united kingdom|great britain|england|storbritannien|vereinigtes königreich|verenigd koninkrijk)$/,
  NL: /^(?:nl|the netherlands|netherlands|nederländerna|niederlande|nederland)$/,
  DE: /^(?:de|germany|tyskland|deutschland|duitsland)$/,
};

function jurisdictionCalled(cell: string): TemplateJurisdiction | null {
  const word = cell.toLowerCase();
  if (word === "" || word === "any" || word === "any law") return "any";
  return jurisdictions.find((one) => one !== "any" && jurisdictionNames[one].test(word)) ?? null;
}

const languageNames: Record<ProseLanguage, RegExp> = {
  en: /^(?:en(?:[-_].*)?|english|engelska|englisch|engels)$/,
  sv: /^(?:sv(?:[-_].*)?|swedish|svenska|schwedisch|zweeds)$/,
  de: /^(?:de(?:[-_].*)?|german|tyska|deutsch|duits)$/,
  nl: /^(?:nl(?:[-_].*)?|dutch|nederländska|niederländisch|nederlands)$/,
};

/** Null if none is named. */
function languageCalled(cell: string): ProseLanguage | null | undefined {
  return cell === "" ? null : proseLanguages.find((one) => languageNames[one].test(cell.toLowerCase()));
}

/** An apostrophe keeps a spreadsheet from running the cell (csv.ts); one that was there already is doubled. */
const guarded = (text: string) => (/^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const unguarded = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r])/, "");

export function clauseHeadings(): string {
  return csvLine(["Name", "Variant", "Jurisdiction", "Language", "Summary", "Guidance", "Text (Markdown)"]);
}

/** What is said of the clause as a whole is in the line of its first variant. */
export function clauseLines({ name, jurisdiction, language, summary, guidance, variants }: LibraryClause): string {
  return variants
    .map((variant, at) => [
      name,
      variant.name,
      jurisdiction,
      language,
      ...(at === 0 ? [summary, guidance] : ["", ""]),
      variant.text,
    ])
    .map((cells) => csvLine(cells.map(guarded)))
    .join("");
}

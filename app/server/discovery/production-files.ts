/*
 * A production as it is handed over: a PDF for each document, named by its first number, files that other programs load
 * (Concordance, Opticon, CSV), and the hashes of all. It is made of what is stored, so it is the same each time.
 */
import { createHash } from "node:crypto";
import { pageNumber } from "#core/discovery/numbering.ts";
import { noFields, type Production } from "#core/discovery/production.ts";
import { csvLine } from "#core/text/csv.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachProducedFile, listProduced, type ProducedDocument } from "../data/discovery/produced-documents.ts";
import type { Db } from "../db/database.ts";
import type { ZipEntry } from "../export/zip.ts";

type Numbered = Pick<Production, "id" | "prefix" | "width">;

/** The first moment that the format knows: when it was made is not in it. */
const always = new Date("1980-01-01T00:00:00Z");

/** For callers that have checked that the person sees the collection. */
export async function* productionEntries(me: Person, db: Db, production: Numbered): AsyncGenerator<ZipEntry> {
  const documents = await listProduced(me, db, production.id);
  const nameOf = (number: number) => `PDF/${pageNumber(production, number)}.pdf`;
  const hashes = documents.map(({ sha256, first }) => [sha256, nameOf(first)] as const);
  const loaded = Object.entries(loadFiles(production, documents)).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  for (const { name, content } of loaded) yield { name, content, at: always };
  const all = [...loaded.map(({ name, content }) => [hashOf(content), name] as const), ...hashes];
  yield { name: "SHA256SUMS.txt", content: all.map(([hash, name]) => `${hash}  ${name}\n`).join(""), at: always };
  for await (const { first, pdf } of eachProducedFile(me, db, production.id))
    yield { name: nameOf(first), content: pdf, at: always, isPacked: true };
}

function hashOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

const columns = ["BEGDOC", "ENDDOC", "BEGATTACH", "ENDATTACH", "PAGES", "CUSTODIAN", "FROM", "TO", "CC", "SUBJECT", "DATE", "TYPE"];
const head = [...columns, "FILENAME", "REDACTED", "WITHHELD", "NOTE", "ORIGINAL_SHA256", "FILE_SHA256", "FILE"];

function loadFiles(production: Numbered, documents: readonly ProducedDocument[]): Record<string, string> {
  const rows = [head, ...rowsOf(production, documents)];
  return {
    "LOAD/production.dat": `\ufeff${rows.map(datLine).join("")}`,
    "LOAD/production.opt": documents.map((one) => optLines(production, one)).join(""),
    "LOAD/production.csv": `\ufeff${rows.map(csvLine).join("")}`,
  };
}

const notes: Record<string, string> = { unread: "No text", "too-long": "Too long", "not-drawn": "Not drawn" };

function rowsOf(production: Numbered, documents: readonly ProducedDocument[]): string[][] {
  const number = (one: number) => pageNumber(production, one);
  const families = Map.groupBy(documents, ({ familyId }) => familyId);
  return documents.map(({ familyId, treatment, redactions, first, pages, fields, sha256 }) => {
    const family = families.get(familyId)!;
    const [begin, end] = [family[0]!, family.at(-1)!];
    const attached = family.length === 1 ? ["", ""] : [number(begin.first), number(end.first + end.pages - 1)];
    // The privilege log says more of what is withheld, to those who are to have it.
    const shown = treatment === "withheld" ? { ...noFields, custodian: fields.custodian } : fields;
    const { custodian, from, to, cc, subject, date, type, name } = shown;
    const own = [number(first), number(first + pages - 1), ...attached, String(pages)];
    const isRedacted = treatment === "text" && redactions.length > 0;
    const said = [isRedacted ? "Yes" : "No", treatment === "withheld" ? "Privileged" : "", notes[treatment] ?? ""];
    const path = `PDF\\${number(first)}.pdf`;
    return [...own, custodian, from, to, cc, subject, date, type, name, ...said, shown.sha256, sha256, path];
  });
}

/**
 * Concordance's own delimiters, which can't be escaped: its quotation mark is the Icelandic letter, and becomes what it
 * is read as; a line end within a value becomes the sign that stands for it.
 */
function datLine(cells: readonly string[]): string {
  const plain = (text: string) =>
    text
      .replaceAll("\u00fe", "th")
      .replaceAll("\u0014", " ")
      .replaceAll(/\r\n?|\n/g, "\u00ae");
  return `${cells.map((text) => `\u00fe${plain(text)}\u00fe`).join("\u0014")}\r\n`;
}

/** A line for each page; the first of a document also says how many there are. */
function optLines(production: Numbered, { first, pages }: ProducedDocument): string {
  const path = `PDF\\${pageNumber(production, first)}.pdf`;
  return Array.from({ length: pages }, (_, at) => {
    return `${pageNumber(production, first + at)},PRODUCTION,${path},${at === 0 ? `Y,,,${pages}` : ",,,"}\r\n`;
  }).join("");
}

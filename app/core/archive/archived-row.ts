/* Reads the lines of an archive's rows. Whatever doesn't fit is left out, and said. */
import { z } from "zod";
import { wordFields } from "../discovery/query.ts";
import { fieldVector, wordVectors } from "../discovery/vectors.ts";
import { parseStorable } from "../text/storable.ts";
import { isHarmless, jsonColumns } from "./archived-json.ts";

const values = z.record(z.string().max(63), z.unknown());

/** `of`: the thing that it is, or is a part of. `entry`: what holds the content of a file. */
const lineSchema = z.object({ of: z.string().min(1).max(64), entry: z.string().max(2000).optional(), row: values });
export type ArchivedRow = z.infer<typeof lineSchema>;

/** How a document of a collection is searched. */
export type DocumentWords = { words: string; more: string[]; fields: string };
export type ReadRow = ArchivedRow & { searched?: DocumentWords };
export type ReadRows = { rows: ReadRow[]; leftOut: string[] };

export const damagedRow = "It is damaged: it isn’t as Stet writes it.";
const harmful = "It holds an address that could run a program.";

/** `kept`: the columns that an archive may fill. */
export function readArchivedRows({
  table,
  lines,
  kept,
}: {
  table: string;
  lines: readonly string[];
  kept: readonly string[];
}): ReadRows {
  const read: ReadRows = { rows: [], leftOut: [] };
  for (const line of lines) {
    const row = readRow(table, line, new Set(kept));
    if (typeof row === "string") read.leftOut.push(row);
    else read.rows.push(row);
  }
  return read;
}

function readRow(table: string, line: string, kept: ReadonlySet<string>): ReadRow | string {
  const given = parsed(line);
  if (given === null) return damagedRow;
  const row: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(given.row)) {
    if (!kept.has(column)) continue;
    const form = jsonColumns[`${table}.${column}`];
    if (form === undefined ? !isPlain(value) : value !== null && !form.safeParse(value).success) return damagedRow;
    if (form !== undefined && !isHarmless(value)) return harmful;
    row[column] = value;
  }
  return { ...given, row, ...(table === "discovery_documents" && { searched: searchedWords(row) }) };
}

function parsed(line: string): ArchivedRow | null {
  try {
    const read = lineSchema.safeParse(parseStorable(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What a column that isn't JSON can hold: the database reads it as its own type, or refuses it. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every((one) => typeof one === "string") : typeof value !== "object" || value === null;
}

/** As they are made when documents are collected. */
function searchedWords(row: Readonly<Record<string, unknown>>): DocumentWords {
  const text = (column: string) => (typeof row[column] === "string" ? row[column] : "");
  const { words, more } = wordVectors(text("text"));
  const fields = fieldVector({
    [wordFields.from]: text("sender"),
    [wordFields.to]: text("recipients"),
    [wordFields.cc]: text("copied"),
    [wordFields.subject]: text("subject"),
    [wordFields.name]: text("name"),
    [wordFields.custodian]: text("custodian"),
  });
  return { words, more, fields };
}

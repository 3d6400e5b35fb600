/*
 * The real law, contracts and questions for measuring search: shared/data/legal beside the project or above it, or in
 * LEGAL_DATA. Its README describes the scoring.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedData } from "#test/shared-data.ts";
import { openDatabase } from "#server/db/database.ts";
import type { Database } from "#server/db/engine.ts";

/** Undefined, after a warning, if it is missing. */
export function legalData(): string | undefined {
  const folder = process.env["LEGAL_DATA"] ?? sharedData("legal").path;
  if (existsSync(folder)) return folder;
  process.stderr.write(`Skipped: ${folder} is not there.\n`);
  return undefined;
}

export function linesOf(folder: string, name: string): string[] {
  return readFileSync(join(folder, `${name}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

export type Row = { id: string; heading?: string; title: string; text: string; jurisdiction: string };
/** `from` is the section the question's sentence was taken from. */
export type Query = { query: string; relevant_ids: string[]; from?: string };

/** Rows as indexed for a set: if it asks for headings, none is revealed, not even in the title. */
export function rowsOf(folder: string, corpus: string, withHeadings: boolean): Row[] {
  return linesOf(folder, corpus).map((line) => {
    const row = JSON.parse(line) as Row;
    if (withHeadings) return row;
    const title = row.heading ? row.title.replace(row.heading, "") : row.title;
    return Object.assign(row, { heading: "", title });
  });
}

/** The half of a set that weights may be tuned on; the other half scores them. The split never changes. */
export function isForTuning(question: string): boolean {
  return createHash("sha256").update(question).digest()[0]! % 2 === 0;
}

export function sayer(bench: string) {
  return (what: string, value: unknown, unit: string, bar?: number | string, ok?: boolean) =>
    void process.stdout.write(`${JSON.stringify({ bench, what, value, unit, ...(bar !== undefined && { bar, ok }) })}\n`);
}

/** A temporary embedded database. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "stet-search-"));
  const database = await openDatabase({ folder, statementLimitMs: 600_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** The percentile `share` of times in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10;
}

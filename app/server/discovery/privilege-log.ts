/*
 * The privilege log of a production: what is withheld, or redacted, as privileged, with its numbers, day and people, and
 * without its subject and name. It is made of what was stored when the documents were drawn.
 */
import { pageNumber } from "#core/discovery/numbering.ts";
import type { Production } from "#core/discovery/production.ts";
import { reasonWords } from "#core/discovery/redaction.ts";
import type { Person } from "#core/workspace/policy.ts";
import { listProduced, type ProducedDocument } from "../data/discovery/produced-documents.ts";
import type { Db } from "../db/database.ts";
import { spreadsheet } from "../export/spreadsheet.ts";
import { longWork } from "../long-work/long-work.ts";

export type LogFormat = "xlsx" | "docx";
type Logged = Pick<Production, "id" | "name" | "prefix" | "width">;
type LogFile = { type: string; bytes: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> };

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const excel = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** When it was fetched is not in it. */
const always = new Date("2000-01-01T00:00:00Z");

/** For callers that have checked that the person sees the collection. */
export async function privilegeLog(me: Person, db: Db, production: Logged, format: LogFormat): Promise<LogFile> {
  const rows = [head, ...(await listProduced(me, db, production.id)).flatMap((one) => rowOf(production, one))];
  if (format === "xlsx") {
    const sheet = { name: "Privilege log", widths: [30, 22, 36, 36, 36, 14, 12, 24], rows: each(rows) };
    return { type: excel, bytes: spreadsheet([sheet], always) };
  }
  const title = `Privilege log: ${production.name}`;
  const bytes = await longWork(me, "tableAsWord", { title, rows });
  return { type: word, bytes: Uint8Array.from(bytes) };
}

async function* each(rows: readonly string[][]): AsyncGenerator<string[]> {
  yield* rows;
}

const head = ["Number", "Date", "From", "To", "Cc", "Type", "Treatment", "Reason"];

function rowOf(production: Logged, { treatment, redactions, first, pages, fields }: ProducedDocument): string[][] {
  const isRedacted = treatment === "text" && redactions.some(({ reason }) => reason === "privileged");
  if (treatment !== "withheld" && !isRedacted) return [];
  const numbers = [first, first + pages - 1].map((one) => pageNumber(production, one));
  const { date, from, to, cc, type } = fields;
  return [
    [[...new Set(numbers)].join(" – "), date, from, to, cc, type, isRedacted ? "Redacted" : "Withheld", reasonWords.privileged],
  ];
}

/*
 * Reviews as entries of an archive: JSON with everything that is stored, and the table for people. A large review is
 * several files of each, because an entry is in memory as a whole.
 */
import type { Review, ReviewRow } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { archivedRuns, eachArchivedChange, eachArchivedComment, type ReviewToArchive } from "../data/reviews/archived-reviews.ts";
import { eachRow } from "../data/reviews/review-rows.ts";
import { getReview } from "../data/reviews/reviews.ts";
import type { Db } from "../db/database.ts";
import { csvLines, tableRows } from "../reviews/review-export.ts";
import { fileName, type ZipEntry } from "./zip.ts";

const rowsInFile = 500;

/** In a folder of its own in `folder`. An archive takes a while: what was deleted or unshared since it began is left out. */
export async function* reviewEntries(me: Person, db: Db, review: ReviewToArchive, folder: string): AsyncGenerator<ZipEntry> {
  try {
    yield* entriesOf(me, db, review, folder);
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 404) throw error;
  }
}

async function* entriesOf(me: Person, db: Db, { id, updatedAt: at }: ReviewToArchive, folder: string): AsyncGenerator<ZipEntry> {
  const review = await getReview(me, db, id);
  const base = `${folder}/${fileName(review.name)} ${id.slice(-6)}`;
  const json = (name: string, value: unknown): ZipEntry => ({
    name: `${base}/${name}.json`,
    content: `${JSON.stringify(value, null, 2)}\n`,
    at,
  });
  yield json("review", { ...factsOf(review), runs: await archivedRuns(me, db, id) });
  let number = 0;
  for await (const rows of eachPage(eachRow(me, db, id))) {
    number++;
    yield json(numbered("rows", number), rows.map(storedRow));
    let table = "";
    for await (const line of csvLines(tableRows(review, rows))) table += line;
    yield { name: `${base}/${numbered("table", number)}.csv`, content: table, at };
  }
  number = 0;
  for await (const changes of eachArchivedChange(me, db, id)) yield json(numbered("changes", ++number), changes);
  number = 0;
  for await (const comments of eachArchivedComment(me, db, id)) yield json(numbered("comments", ++number), comments);
}

/** What depends on who reads it, and when, is left out. */
function factsOf({ id, name, projectId, projectName, instructions, model, columns, documents, spent }: Review) {
  return { id, name, projectId, projectName, instructions, model, columns, documents, spent };
}

function storedRow({ cells, ...row }: ReviewRow) {
  return {
    ...row,
    cells: cells.map(({ columnId, found, held, isFlagged, assigned }) => ({ columnId, found, held, isFlagged, assigned })),
  };
}

/** An empty table has one empty page. */
async function* eachPage(rows: AsyncIterable<ReviewRow>): AsyncGenerator<ReviewRow[]> {
  let page: ReviewRow[] = [];
  for await (const row of rows) {
    if (page.length === rowsInFile) {
      yield page;
      page = [];
    }
    page.push(row);
  }
  yield page;
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} ${number}`;
}

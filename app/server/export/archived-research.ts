/* Research as entries of an archive. Its memos are drafts, and are there as such. */
import type { Person } from "#core/workspace/policy.ts";
import { archivedResearchRuns, archivedSources, type ResearchToArchive } from "../data/research/archived-research.ts";
import { listSearches } from "../data/research/research-searches.ts";
import { getResearch } from "../data/research/research.ts";
import type { Db } from "../db/database.ts";
import { fileName, type ZipEntry } from "./zip.ts";

const longestName = 80;

/** In a folder of its own in `folder`. An archive takes a while: what was deleted or unshared since it began is left out. */
export async function* researchEntries(me: Person, db: Db, one: ResearchToArchive, folder: string): AsyncGenerator<ZipEntry> {
  try {
    yield* entriesOf(me, db, one, folder);
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 404) throw error;
  }
}

async function* entriesOf(me: Person, db: Db, { id, updatedAt: at }: ResearchToArchive, folder: string): AsyncGenerator<ZipEntry> {
  const { mayWrite: _, run: __, memos, ...research } = await getResearch(me, db, id);
  const base = `${folder}/${fileName(research.question.slice(0, longestName))} ${id.slice(-6)}`;
  const json = (name: string, value: unknown): ZipEntry => ({
    name: `${base}/${name}.json`,
    content: `${JSON.stringify(value, null, 2)}\n`,
    at,
  });
  const drafts = memos.map(({ runId, draftId, draftName }) => ({ runId, draftId, draftName }));
  yield json("research", { ...research, drafts, runs: await archivedResearchRuns(me, db, id) });
  yield json("sources", await archivedSources(me, db, id));
  let number = 0;
  for (let after: string | undefined, isMore = true; isMore;) {
    const { searches, next } = await listSearches(me, db, id, after);
    number++;
    if (searches.length > 0) yield json(number === 1 ? "searches" : `searches ${number}`, searches);
    isMore = next !== null;
    after = next ?? undefined;
  }
}

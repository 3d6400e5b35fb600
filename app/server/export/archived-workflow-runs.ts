/* Runs of workflows as entries of an archive: the workflow's text, what it was given, and every step. */
import type { Person } from "#core/workspace/policy.ts";
import type { RunToArchive, TriggerToArchive } from "../data/workflows/archived-runs.ts";
import { getStoredRun } from "../data/workflows/workflow-runs.ts";
import { listSteps } from "../data/workflows/workflow-steps.ts";
import type { Db } from "../db/database.ts";
import { fileName, type ZipEntry } from "./zip.ts";

/** An archive takes a while: what was deleted or unshared since it began is left out. */
export async function* workflowRunEntries(
  me: Person,
  db: Db,
  { id, updatedAt: at }: RunToArchive,
  folder: string,
): AsyncGenerator<ZipEntry> {
  try {
    const { mayWrite: _, isMine: __, job: ___, ...run } = await getStoredRun(me, db, id);
    const content = `${JSON.stringify({ ...run, steps: await listSteps(me, db, id) }, null, 2)}\n`;
    yield { name: `${folder}/${fileName(run.name)} ${id.slice(-6)}.json`, content, at };
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 404) throw error;
  }
}

/** What starts a workflow by itself. */
export function workflowTriggerEntry(trigger: TriggerToArchive, folder: string): ZipEntry {
  const { id, name, createdAt: at } = trigger;
  return { name: `${folder}/${fileName(name)} ${id.slice(-6)}.json`, content: `${JSON.stringify(trigger, null, 2)}\n`, at };
}

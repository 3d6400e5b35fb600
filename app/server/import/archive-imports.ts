/* Imports of Stet's own archives: previewed, brought in and taken back as those of other products are. */
import { emptyResult } from "#core/import/import-state.ts";
import type { Person } from "#core/workspace/policy.ts";
import { removeRestored, unfinishedRestores } from "../data/archive/undo-restored.ts";
import type { ImportAtWork, noteImport } from "../data/chats/imports.ts";
import type { Db } from "../db/database.ts";
import { Unreadable } from "../files/unreadable.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { ExportReader } from "./export-reader.ts";
import { share, type Importing, type ImportServices } from "./import-work.ts";
import { planArchive, restoreArchive, type Planned } from "./restore-archive.ts";

type Around = {
  note(importing: Importing, said: Parameters<typeof noteImport>[3]): Promise<void>;
  pathOf(id: string): string;
};

const elsewhere = "This is the export of an account. Import it in your personal workspace.";

export function createArchiveImports(services: ImportServices, { note, pathOf }: Around) {
  const { db, jobs } = services;

  function planOf(importing: Importing, reader: ExportReader, part: { from: number; to: number }): Promise<Planned> {
    const { me, id, work } = importing;
    return planArchive(services, me, {
      importId: id,
      reader,
      async progress(batch) {
        await note(importing, { progress: part.from + share(batch) * (part.to - part.from) });
        await work.progress(batch.read, batch.whole);
      },
    });
  }

  return {
    takeBack: (me: Person, id: string) => takeBack(db, me, id),

    async look(importing: Importing, reader: ExportReader): Promise<void> {
      if (importing.me.organizationId !== null) throw new Unreadable(elsewhere);
      const { found } = await planOf(importing, reader, { from: 0, to: 1 });
      await note(importing, { status: "ready", progress: 1, found });
    },

    async bring(importing: Importing, { size, result: before, entriesDone }: ImportAtWork): Promise<void> {
      const { me, id, work } = importing;
      // What another attempt has left half-way would be taken for what was here before.
      for (const unfinished of await unfinishedRestores(me, db, id)) await takeBack(db, me, unfinished);
      const file = { path: pathOf(id), size };
      const heads = await ExportReader.open(file, "heads");
      const { plan, found } = await planOf(importing, heads, { from: 0, to: 0.2 }).finally(() => heads.close());
      const result = entriesDone > 0 && before !== null ? { ...emptyResult(), ...before } : emptyResult();
      if (entriesDone === 0) result.leftOut = found.leftOut;
      result.known = found.known;
      const reader = await ExportReader.open(file, "items");
      try {
        const isWhole = await restoreArchive(services, me, {
          importId: id,
          reader,
          plan,
          entriesDone,
          result,
          async progress(batch) {
            await note(importing, { progress: 0.2 + share(batch) * 0.8 });
            await work.progress(batch.read, batch.whole);
          },
        });
        if (!isWhole) throw new JobRefused("This import has already ended.");
      } finally {
        reader.close();
      }
      await note(importing, { status: "done", progress: 1, result });
      jobs.wake("index-files");
    },
  };
}

/** Returns how many things went. */
async function takeBack(db: Db, me: Person, id: string): Promise<number> {
  let removed = 0;
  for (let some = await removeRestored(me, db, id); some > 0; some = await removeRestored(me, db, id)) removed += some;
  return removed;
}

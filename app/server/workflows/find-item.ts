/* Something of the library that a workflow names: by its id, or as people call it. */
import { describe, readLibraryFile } from "#core/templates/library-file.ts";
import { shelfWords, type LibraryShelf } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getTemplate, listCalled } from "../data/library/templates.ts";
import type { Db } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { builtInItems } from "../library/built-in-items.ts";
import { plainName } from "../library/built-in-templates.ts";
import { findLibraryTemplate } from "../library/library.ts";

export type FoundItem = { id: string; name: string; source: string };

export async function findItem(me: Person, db: Db, shelf: LibraryShelf, called: string): Promise<FoundItem> {
  if (isUuid(called)) return named(await findLibraryTemplate(me, db, called), called);
  // A workspace's own comes first: it may be a changed copy of one that comes with Stet.
  const wanted = plainName(called);
  const own = (await listCalled(me, db, shelf, called.slice(0, 200))).find(({ name }) => plainName(name) === wanted);
  if (own !== undefined) return named(await getTemplate(me, db, own.id), called);
  const builtIn = builtInItems().find(
    ({ id, item }) => item.shelf === shelf && (id === called || plainName(describe(item).name) === wanted),
  );
  if (builtIn === undefined) throw new JobRefused(`There is no “${called}” in the library (${shelfWords[shelf]}).`);
  return named(builtIn, called);
}

function named({ id, source }: { id: string; source: string }, called: string): FoundItem {
  const read = readLibraryFile(source);
  return { id, source, name: "item" in read ? describe(read.item).name : called };
}

/* Collections of documents as entries of an archive. Their texts are in the files they were read out of. */
import type { Person } from "#core/workspace/policy.ts";
import { archivedCoding, archivedDocuments, type CollectionToArchive } from "../data/discovery/archived-collections.ts";
import { getCollection } from "../data/discovery/collections.ts";
import type { Db } from "../db/database.ts";
import { fileName, type ZipEntry } from "./zip.ts";

/** An archive takes a while: what was deleted or unshared since it began is left out. */
export async function* collectionEntries(me: Person, db: Db, one: CollectionToArchive, folder: string): AsyncGenerator<ZipEntry> {
  try {
    const { mayWrite: _, run: __, ...collection } = await getCollection(me, db, one.id);
    const base = `${folder}/${fileName(collection.name)} ${one.id.slice(-6)}`;
    const json = (name: string, value: unknown): ZipEntry => ({
      name: `${base}/${name}.json`,
      content: `${JSON.stringify(value, null, 2)}\n`,
      at: one.updatedAt,
    });
    yield json("collection", collection);
    let number = 0;
    for await (const documents of archivedDocuments(me, db, one.id)) {
      number++;
      yield json(number === 1 ? "documents" : `documents ${number}`, documents);
    }
    number = 0;
    for await (const changes of archivedCoding(me, db, one.id)) {
      number++;
      yield json(number === 1 ? "coding" : `coding ${number}`, changes);
    }
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 404) throw error;
  }
}

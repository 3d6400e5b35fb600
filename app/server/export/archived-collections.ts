/* Collections of documents as entries of an archive. Their texts are in the files they were read out of. */
import type { Person } from "#core/workspace/policy.ts";
import {
  archivedCoding,
  archivedDocuments,
  archivedRedactions,
  type CollectionToArchive,
} from "../data/discovery/archived-collections.ts";
import { getCollection } from "../data/discovery/collections.ts";
import { listProduced } from "../data/discovery/produced-documents.ts";
import { listProductions } from "../data/discovery/productions.ts";
import type { Db } from "../db/database.ts";
import { productionEntries } from "../discovery/production-files.ts";
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
    number = 0;
    for await (const redactions of archivedRedactions(me, db, one.id)) {
      number++;
      yield json(number === 1 ? "redactions" : `redactions ${number}`, redactions);
    }
    yield* productionsOf(me, db, one.id, base, json);
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 404) throw error;
  }
}

type Json = (name: string, value: unknown) => ZipEntry;

/** Each as it was handed over, with the documents that its numbers stand for. */
async function* productionsOf(me: Person, db: Db, id: string, base: string, json: Json): AsyncGenerator<ZipEntry> {
  for (const { run: _, ...production } of await listProductions(me, db, id)) {
    const folder = `productions/${fileName(production.name)} ${production.id.slice(-6)}`;
    yield json(`${folder}/production`, { ...production, contents: await listProduced(me, db, production.id) });
    for await (const entry of productionEntries(me, db, production)) yield { ...entry, name: `${base}/${folder}/${entry.name}` };
  }
}

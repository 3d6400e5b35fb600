/*
 * What in the library says the same in other words, where an embedding model is set up: one vector for each item, the
 * workspace's own in the database and those that come with Stet in memory. Without a model, or if it does not answer, the
 * library is searched by its words alone.
 */
import { readLibraryFile, contentOf } from "#core/templates/library-file.ts";
import type { LibraryShelf } from "#core/templates/library.ts";
import { readFrontMatter } from "#core/templates/front-matter.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import { isUuid } from "#core/text/uuid.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { itemsToEmbed, readItemVectors, saveItemVector, type ItemVector } from "../data/library/library-vectors.ts";
import type { Db } from "../db/database.ts";
import type { QuestionVectors } from "../knowledge/question-vectors.ts";
import { packed, similarity } from "../knowledge/vectors.ts";
import type { Log } from "../log.ts";
import { isTextRefused, type Embeddings } from "../models/embeddings.ts";
import { nothingSecret, secrecyAt, type Secrecy } from "../models/secrecy.ts";
import { builtInItems, type BuiltInItem } from "./built-in-items.ts";

export type LibraryVectors = {
  /** Ids, nearest first; empty if there are no vectors or the question couldn't be embedded. */
  nearest(me: Person, asked: NearAsked): Promise<string[]>;
  /** Embeds some items; returns how many. */
  embedSome(signal: AbortSignal): Promise<number>;
};
export type NearAsked = {
  question: string;
  shelves: readonly LibraryShelf[];
  jurisdiction?: TemplateJurisdiction | undefined;
  limit: number;
};

type Services = { db: Db; log: Pick<Log, "info" | "warn">; embeddings: Embeddings; questions: QuestionVectors };

/** The beginning of a text says what it is about, and is what a model's window holds. */
const longestText = 6_000;
const atOnce = 16;

export function createLibraryVectors({ db, log, embeddings, questions }: Services): LibraryVectors {
  const { model } = embeddings;
  const ofStet = new Map<string, ItemVector>();
  const refused = new Set<string>();

  /** Null of a text that the server does not take: it is not sent again until the next start. */
  async function vectorOf(id: string, source: string, secrecy: Secrecy, signal: AbortSignal): Promise<Int8Array | null> {
    try {
      const { vectors, tokens } = await embeddings.embed([textOf(source)], secrecy, signal);
      log.info({ itemId: id, tokens, model }, "an item of the library was made a vector");
      return packed(vectors);
    } catch (error) {
      if (!isTextRefused(error)) throw error;
      log.warn({ err: error, itemId: id, model }, "an item of the library could not be made a vector");
      refused.add(id);
      return null;
    }
  }

  async function embedOwn(signal: AbortSignal): Promise<number> {
    const except = new Set([...refused].filter(isUuid));
    const items = await itemsToEmbed(theServer, db, { model, limit: atOnce, except });
    for (const { id, version, source, place } of items) {
      const data = await vectorOf(id, source, secrecyAt(db, place), signal);
      if (data !== null) await saveItemVector(theServer, db, { id, version, model, dimensions: data.length, data });
    }
    return items.length;
  }

  async function embedBuiltIn(signal: AbortSignal): Promise<number> {
    const items = builtInItems()
      .filter(({ id }) => !ofStet.has(id) && !refused.has(id))
      .slice(0, atOnce);
    for (const { id, source } of items) {
      const data = await vectorOf(id, source, nothingSecret, signal);
      if (data !== null) ofStet.set(id, { id, dimensions: data.length, data });
    }
    return items.length;
  }

  return {
    async nearest(me, { question, shelves, jurisdiction, limit }) {
      const own = await readItemVectors(me, db, { model, shelves, jurisdiction });
      const builtIn = builtInItems().flatMap((one) => (isAsked(one, { shelves, jurisdiction }) ? (ofStet.get(one.id) ?? []) : []));
      const all = [...own, ...builtIn];
      if (all.length === 0) return [];
      const place = { organizationId: me.organizationId, projectId: null, userId: me.userId };
      const asked = await questions.of(question, secrecyAt(db, place));
      if (asked === null) return [];
      return all
        .filter(({ dimensions }) => dimensions === asked.length)
        .map(({ id, data }) => ({ id, near: similarity(data, 0, asked) }))
        .toSorted((a, b) => b.near - a.near)
        .slice(0, limit)
        .map(({ id }) => id);
    },
    embedSome: async (signal) => (await embedOwn(signal)) || (await embedBuiltIn(signal)),
  };
}

type Narrowed = Pick<NearAsked, "shelves" | "jurisdiction">;

function isAsked({ item }: BuiltInItem, { shelves, jurisdiction }: Narrowed): boolean {
  return shelves.includes(item.shelf) && (jurisdiction === undefined || contentOf(item).jurisdiction === jurisdiction);
}

function textOf(source: string): string {
  const read = readLibraryFile(source);
  if ("refusal" in read) return source.slice(0, longestText);
  const { name, summary } = contentOf(read.item);
  return `${name}\n${summary}\n\n${readFrontMatter(source).body}`.slice(0, longestText).toWellFormed();
}

/*
 * What in the library says the same in other words, where an embedding model is set up: one vector for each item, the
 * workspace's own in the database and those that come with Stet in memory. Without a model, or if it does not answer, the
 * library is searched by its words alone.
 */
import { readLibraryFile, contentOf } from "#core/templates/library-file.ts";
import type { LibraryShelf } from "#core/templates/library.ts";
import { readFrontMatter } from "#core/templates/front-matter.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { itemsToEmbed, readItemVectors, saveItemVector, type ItemVector } from "../data/library/library-vectors.ts";
import type { Db } from "../db/database.ts";
import type { QuestionVectors } from "../knowledge/question-vectors.ts";
import { packed, similarity } from "../knowledge/vectors.ts";
import type { Embeddings } from "../models/embeddings.ts";
import { nothingSecret, secrecyAt } from "../models/secrecy.ts";
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

type Services = { db: Db; embeddings: Embeddings; questions: QuestionVectors };

/** The beginning of a text says what it is about, and is what a model's window holds. */
const longestText = 6_000;
const atOnce = 16;

export function createLibraryVectors({ db, embeddings, questions }: Services): LibraryVectors {
  const { model } = embeddings;
  const ofStet = new Map<string, ItemVector>();

  async function embedOwn(signal: AbortSignal): Promise<number> {
    const items = await itemsToEmbed(theServer, db, model, atOnce);
    for (const { id, version, source, place } of items) {
      const { vectors } = await embeddings.embed([textOf(source)], secrecyAt(db, place), signal);
      const data = packed(vectors);
      await saveItemVector(theServer, db, { id, version, model, dimensions: data.length, data });
    }
    return items.length;
  }

  async function embedBuiltIn(signal: AbortSignal): Promise<number> {
    const items = builtInItems()
      .filter(({ id }) => !ofStet.has(id))
      .slice(0, atOnce);
    if (items.length === 0) return 0;
    const texts = items.map(({ source }) => textOf(source));
    const { vectors } = await embeddings.embed(texts, nothingSecret, signal);
    for (const [at, { id }] of items.entries()) {
      const data = packed(vectors.slice(at, at + 1));
      ofStet.set(id, { id, dimensions: data.length, data });
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

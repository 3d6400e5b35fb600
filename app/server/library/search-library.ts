/*
 * One search of the whole library: a workspace's own items, precedents, what comes with Stet, and acts by their names. Each
 * of these is ranked the same way and read behind the same place, so a page is the best of all of them.
 */
import { describe, readLibraryFile } from "#core/templates/library-file.ts";
import { libraryShelves, shelfOf, type LibraryShelf, type SimilarItem } from "#core/templates/library.ts";
import { searchedShelves, type LibraryFinds, type LibraryHit, type LibrarySearch } from "#core/templates/library-search.ts";
import type { Person } from "#core/workspace/policy.ts";
import { searchPrecedents } from "../data/drafts/search-precedents.ts";
import { searchActs } from "../data/law/search-acts.ts";
import { askedWords, type AskedWord } from "../data/library/library-words.ts";
import { searchTemplates, type Behind } from "../data/library/search-templates.ts";
import type { Db } from "../db/database.ts";
import { rankBuiltIn } from "./built-in-search.ts";
import { findSimilarClauses } from "./find-similar.ts";
import { findLibraryTemplate } from "./library.ts";
import type { LibraryVectors } from "./library-vectors.ts";
import { linesOf } from "./lines-of.ts";

const atOnce = 30;
/** Similar clauses are looked for below so many hits, to at least so many words. */
const few = { hits: 5, words: 3 } as const;
/** Shown of what a model finds near: how near is far enough differs from one model to another. */
const mostNear = 3;

type Ranked = { rank: number; id: string; toHit: () => LibraryHit };
type Place = { behind: Behind | null; limit: number };
type Asked = LibrarySearch & { words: readonly AskedWord[] };
/** In the order in which they stand if their ranks are equal. */
type Source = (me: Person, db: Db, asked: Asked, place: Place) => Promise<Ranked[]> | Ranked[];

/** `vectors`: null without an embedding model. */
export async function searchLibrary(
  me: Person,
  db: Db,
  search: LibrarySearch,
  vectors: LibraryVectors | null = null,
): Promise<LibraryFinds> {
  const asked = { ...search, words: askedWords(search.query) };
  if (asked.words.length === 0) return { found: [], next: null, similar: [] };
  const after = search.after === undefined ? null : placeIn(search.after);
  const ofSources = await Promise.all(
    sources.map(async (source, order) => {
      const found = await source(me, db, asked, { behind: behindIn(after, order), limit: atOnce + 1 });
      return found.map((one) => Object.assign(one, { order }));
    }),
  );
  const all = ofSources.flat().toSorted((a, b) => b.rank - a.rank || a.order - b.order);
  const page = all.slice(0, atOnce);
  const last = page.at(-1);
  const next = all.length > atOnce && last ? `${last.rank}.${last.order}.${last.id}` : null;
  const found = page.map(({ toHit }) => toHit());
  return { found, next, similar: search.after === undefined ? await similarTo(me, { db, vectors }, asked, found) : [] };
}

/** As `next` was given; what is not one begins at the beginning. */
function placeIn(after: string): { rank: number; order: number; id: string } | null {
  const [rank = "", order = "", ...id] = after.split(".");
  return /^\d{1,7}$/.test(rank) && /^\d$/.test(order) ? { rank: Number(rank), order: Number(order), id: id.join(".") } : null;
}

/** Where a source continues: what stands before the last one's source has its rank passed, what stands behind it not. */
function behindIn(after: ReturnType<typeof placeIn>, order: number): Behind | null {
  if (after === null) return null;
  if (order === after.order) return after;
  return { rank: order < after.order ? after.rank : after.rank + 1, id: "" };
}

const sources: readonly Source[] = [ownItems, precedents, builtIn, acts];

async function ownItems(me: Person, db: Db, asked: Asked, place: Place): Promise<Ranked[]> {
  const found = await searchTemplates(me, db, { ...asked, shelves: shelvesIn(asked) }, place);
  return found.map(({ id, rank, name, summary, source, kind, jurisdiction, language, status }) => ({
    id,
    rank,
    toHit: () => {
      const lines = linesOf({ name, summary, source, language }, asked.words);
      return { id, shelf: shelfOf(kind), ...lines, kind, jurisdiction, language, status };
    },
  }));
}

function builtIn(_me: Person, _db: Db, asked: Asked, place: Place): Ranked[] {
  // What comes with Stet has not been approved here.
  if (asked.status === "approved" || asked.status === "retired") return [];
  const found = rankBuiltIn(asked.words, { shelves: shelvesIn(asked), jurisdiction: asked.jurisdiction }, place);
  return found.map(({ id, rank, item, source }) => ({
    id,
    rank,
    toHit: () => {
      const { name, summary, kind, jurisdiction, language } = describe(item);
      const lines = linesOf({ name, summary, source, language }, asked.words);
      return { id, shelf: item.shelf, ...lines, kind, jurisdiction, language, isBuiltIn: true };
    },
  }));
}

async function precedents(me: Person, db: Db, asked: Asked, place: Place): Promise<Ranked[]> {
  if (!isAskedFor(asked, "precedents") || asked.status !== undefined || asked.jurisdiction !== undefined) return [];
  const found = await searchPrecedents(me, db, asked.query, place);
  return found.map(({ id, rank, name, content, projectId }) => ({
    id,
    rank,
    toHit: () => ({
      id,
      shelf: "precedents",
      ...linesOf({ name, summary: "", source: content, language: "en" }, asked.words),
      projectId,
    }),
  }));
}

async function acts(me: Person, db: Db, asked: Asked, place: Place): Promise<Ranked[]> {
  if (!isAskedFor(asked, "law") || asked.status !== undefined || asked.jurisdiction === "any") return [];
  const found = await searchActs(me, db, asked, place);
  return found.map(({ id, rank, title, jurisdiction, language }) => ({
    id,
    rank,
    toHit: () => ({
      id,
      shelf: "law",
      ...linesOf({ name: title, summary: id, source: "", language }, asked.words),
      jurisdiction,
      language,
    }),
  }));
}

const isAskedFor = ({ in: shelves = searchedShelves }: Asked, shelf: "precedents" | "law") => shelves.includes(shelf);

function shelvesIn({ in: shelves = searchedShelves }: Asked): LibraryShelf[] {
  return libraryShelves.filter((shelf) => shelves.includes(shelf));
}

type Meaning = { db: Db; vectors: LibraryVectors | null };

async function similarTo(me: Person, { db, vectors }: Meaning, asked: Asked, found: readonly LibraryHit[]): Promise<SimilarItem[]> {
  if (asked.similar === false || asked.words.length < few.words || found.length >= few.hits || asked.status !== undefined)
    return [];
  const { query, jurisdiction } = asked;
  const shelves = shelvesIn(asked);
  const clauses = shelves.includes("clauses") ? await findSimilarClauses(me, db, { text: query, jurisdiction }) : [];
  const near = await vectors?.nearest(me, { question: query, shelves, jurisdiction, limit: mostNear });
  const items = await Promise.all((near ?? []).map((id) => similarItem(me, db, id)));
  const all = new Map([...clauses, ...items.flat()].map((one) => [one.id, one]));
  return [...all.values()].filter(({ id }) => found.every((hit) => hit.id !== id));
}

/** Empty if it was deleted meanwhile. */
async function similarItem(me: Person, db: Db, id: string): Promise<SimilarItem[]> {
  const item = await findLibraryTemplate(me, db, id).catch((error: unknown) => {
    if (error instanceof Response && error.status === 404) return null;
    throw error;
  });
  if (item === null) return [];
  const { source, standing, isBuiltIn } = item;
  const read = readLibraryFile(source);
  if ("refusal" in read) throw new Error(`template ${id}: ${read.refusal}`);
  const found = { id, ...describe(read.item), excerpt: "" };
  return [isBuiltIn ? found : { ...found, status: standing.status }];
}

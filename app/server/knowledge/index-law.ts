/*
 * Stores law and indexes it. A jurisdiction's full index is built block by block; acts added later
 * are appended, in time proportional to their length. If there was little before, everything is
 * rebuilt: compounds and rarity learned from little data don't hold for much.
 */
import { theServer } from "#core/workspace/policy.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { saveBlock } from "../data/law/law-postings.ts";
import { countSections, lawJurisdictions, lawStatistics, measureLaw, readSections, saveAct, type Saved } from "../data/law/law.ts";
import { forgetPastIndex, pastToIndex } from "../data/law/law-wordings.ts";
import type { Db } from "../db/database.ts";
import { createIndexing, type Indexing } from "./indexing.ts";
import { pastOf, type LawAct } from "./law-act.ts";
import type { Lexicon } from "./analyse.ts";
import { languageOf, type Indexed } from "./law-index.ts";

/** Sections per block, the first of which teaches the lexicon, and sections per read. */
const usualSizes = { block: 60_000, read: 4_000 };

type Services = { db: Db; indexing: Indexing };

/**
 * Stores acts and indexes what is new or amended. `left`: the acts of which a newer text is stored, or a fuller one if
 * this one has no date.
 */
export async function loadLaw(db: Db, acts: readonly LawAct[]): Promise<{ left: LawAct[] }> {
  const indexing = createIndexing();
  try {
    const left: LawAct[] = [];
    const changed = new Map<string, LawAct[]>(acts.map((act) => [act.jurisdiction, []]));
    for (const act of acts) {
      const saved = await saveAct(theServer, db, act, languageOf(act.jurisdiction));
      if (saved === "older") left.push(act);
      else if (saved !== "same") changed.get(act.jurisdiction)!.push(act);
    }
    for (const [jurisdiction, own] of changed) await indexActs({ db, indexing }, jurisdiction, own);
    return { left };
  } finally {
    await indexing.close();
  }
}

/** Stores and indexes one act. Sequential, because the index is append-only. */
export async function addLaw({ db, indexing }: Services, act: LawAct): Promise<Saved> {
  const { jurisdiction } = act;
  const saved = await saveAct(theServer, db, act, languageOf(jurisdiction));
  await indexActs({ db, indexing }, jurisdiction, saved === "new" || saved === "amended" ? [act] : []);
  return saved;
}

/** Appends the acts that were just stored, in their order, or rebuilds the index if they are most of the law. */
async function indexActs(services: Services, jurisdiction: string, acts: readonly LawAct[]): Promise<void> {
  if (acts.length > 0) {
    const [known, sections] = await Promise.all([
      lawStatistics(theServer, services.db, jurisdiction),
      countSections(theServer, services.db, jurisdiction),
    ]);
    const added = acts.reduce((sum, act) => sum + act.sections.length, 0);
    if (known === null || known.sections < sections / 2 || added > sections / 2)
      return void (await indexJurisdiction(services, jurisdiction));
    for (const { id: actId } of acts)
      await addBlocks(services, { jurisdiction, of: { actId }, known: known.lexicon, sizes: usualSizes });
  }
  await indexPast(services, jurisdiction);
}

/**
 * Appends past wordings that aren't indexed yet. They have a separate index that is only read when
 * a date is requested.
 */
export async function indexPast({ db, indexing }: Services, jurisdiction: string, isNew = false): Promise<void> {
  if (isNew) await forgetPastIndex(theServer, db, { jurisdiction });
  const language = languageOf(jurisdiction);
  let lexicon: Lexicon | null = null;
  for (let isFirst = isNew; ; isFirst = false) {
    const sections = await pastToIndex(theServer, db, jurisdiction, usualSizes.read);
    if (sections.length === 0 && !isFirst) return;
    try {
      lexicon ??= (await lawStatistics(theServer, db, jurisdiction))?.lexicon ?? new Map();
      const made = await indexing.run({ kind: "block", gathering: null, language, sections, lexicon });
      await saveBlock(theServer, db, pastOf(jurisdiction), { made, lexicon: new Map(), isFirst, isOpen: true });
    } catch (error) {
      await forgetPastIndex(theServer, db, { ids: sections.map(({ id }) => id) });
      throw error;
    }
  }
}

/**
 * The jurisdictions whose stored law isn't fully indexed: after an update that changed the index
 * format, or an interrupted run.
 */
export async function lawWithoutIndex(db: Db): Promise<string[]> {
  const without: string[] = [];
  for (const jurisdiction of await lawJurisdictions(theServer, db)) {
    const known = await lawStatistics(theServer, db, jurisdiction);
    if ((known?.sections ?? 0) < (await countSections(theServer, db, jurisdiction))) without.push(jurisdiction);
  }
  return without;
}

/** Rebuilds one jurisdiction's index. Returns the number of sections in it. */
export async function indexJurisdiction(services: Services, jurisdiction: string, sizes = usualSizes): Promise<number> {
  await measureLaw(theServer, services.db);
  const added = await addBlocks(services, { jurisdiction, of: { jurisdiction }, known: null, sizes });
  await indexPast(services, jurisdiction, true);
  return added;
}

type Added = {
  jurisdiction: string;
  of: Parameters<typeof readSections>[2];
  /**
   * Words into which compounds are split. Null learns them from what is added, which then replaces
   * the existing index.
   */
  known: Lexicon | null;
  sizes: typeof usualSizes;
};

async function addBlocks({ db, indexing }: Services, { jurisdiction, of, known, sizes }: Added): Promise<number> {
  const language = languageOf(jurisdiction);
  const sections = sectionsOf(db, of, sizes.read);
  let lexicon = known;
  let added = 0;
  let saving: Promise<unknown> = Promise.resolve();
  for (let isFirst = known === null; ; isFirst = false) {
    const made = await makeBlock(indexing, sections, { language, lexicon, most: sizes.block });
    lexicon = made.lexicon;
    if (made.sections === 0 && !isFirst) break;
    // Stores one block while building the next.
    await saving;
    saving = saveBlock(theServer, db, jurisdiction, { made, lexicon, isFirst, isOpen: known !== null });
    saving.catch(() => undefined);
    added += made.sections;
    if (made.sections < sizes.block) break;
  }
  await saving;
  return added;
}

let lastGathering = 0;

/** Sections are passed on as they are read, so that tokenizing overlaps with reading. */
async function makeBlock(
  indexing: Indexing,
  sections: AsyncGenerator<Indexed[]>,
  { language, lexicon, most }: { language: ProseLanguage; lexicon: Lexicon | null; most: number },
) {
  const gathering = ++lastGathering;
  let read: Indexed[] = [];
  let gathered = 0;
  let gathers: Promise<unknown> = Promise.resolve();
  while (gathered + read.length < most) {
    const next = await sections.next();
    if (next.done === true) break;
    await gathers;
    if (read.length > 0) gathers = indexing.run({ kind: "gather", gathering, language, sections: read });
    gathers.catch(() => undefined);
    gathered += read.length;
    read = next.value;
  }
  await gathers;
  return indexing.run({ kind: "block", gathering: gathered > 0 ? gathering : null, language, sections: read, lexicon });
}

/** In the order of their ids. */
async function* sectionsOf(db: Db, of: Added["of"], limit: number): AsyncGenerator<Indexed[]> {
  for (let after = 0; ;) {
    const read = await readSections(theServer, db, of, { after, limit });
    if (read.length > 0) yield read;
    if (read.length < limit) return;
    after = read.at(-1)!.id;
  }
}

/*
 * Law into its tables and into the index. The whole index of a jurisdiction is
 * made block by block; an act that comes later is put behind what is there, in
 * as much time as the act is long. Where there was little before, all is made
 * anew: compounds and rarities that were learnt from little do not hold for
 * much.
 */
import { theServer } from "#core/policy.ts";
import { countSections, lawJurisdictions, lawStatistics, readSections, saveAct, saveBlock, type Saved } from "../data/law.ts";
import type { Db } from "../db/database.ts";
import { createIndexing, type Indexing } from "./indexing.ts";
import type { LawAct } from "./law-act.ts";
import { languageOf, type Indexed } from "./law-index.ts";

const blockSections = 40_000;
const readAtOnce = 4_000;
/** Compounds are learnt from as many sections. */
const learntFrom = 60_000;

type Services = { db: Db; indexing: Indexing };

/** Stores acts and makes the index anew for every jurisdiction they belong to. Answers how many sections it holds. */
export async function loadLaw(db: Db, acts: readonly LawAct[]): Promise<number> {
  const indexing = createIndexing();
  try {
    let sections = 0;
    for (const act of acts) await saveAct(theServer, db, act, languageOf(act.jurisdiction));
    for (const jurisdiction of new Set(acts.map((act) => act.jurisdiction)))
      sections += await indexJurisdiction({ db, indexing }, jurisdiction);
    return sections;
  } finally {
    await indexing.close();
  }
}

/** Stores one act and puts it into the index. One at a time: what is behind in the index must have come later. */
export async function addLaw({ db, indexing }: Services, act: LawAct): Promise<Saved> {
  const { jurisdiction } = act;
  const saved = await saveAct(theServer, db, act, languageOf(jurisdiction));
  if (saved !== "new" && saved !== "amended") return saved;
  const [known, sections] = await Promise.all([
    lawStatistics(theServer, db, jurisdiction),
    countSections(theServer, db, jurisdiction),
  ]);
  if (known === null || known.sections < sections / 2) {
    await indexJurisdiction({ db, indexing }, jurisdiction);
    return saved;
  }
  indexing.use(languageOf(jurisdiction), known.lexicon);
  await addBlocks({ db, indexing }, { jurisdiction, of: { actId: act.id }, lexicon: known.lexicon, isNew: false });
  return saved;
}

/**
 * Law that is stored and not in the index, or not all of it: after an update that changed the index's form, or when
 * indexing was cut off. Answers whose it is.
 */
export async function lawWithoutIndex(db: Db): Promise<string[]> {
  const without: string[] = [];
  for (const jurisdiction of await lawJurisdictions(theServer, db)) {
    const known = await lawStatistics(theServer, db, jurisdiction);
    if ((known?.sections ?? 0) < (await countSections(theServer, db, jurisdiction))) without.push(jurisdiction);
  }
  return without;
}

/** The whole index of one jurisdiction. Answers how many sections it holds. */
export async function indexJurisdiction({ db, indexing }: Services, jurisdiction: string): Promise<number> {
  const texts: string[] = [];
  for (let after = 0; texts.length < learntFrom;) {
    const read = await readSections(theServer, db, { jurisdiction }, { after, limit: readAtOnce });
    for (const { heading, text } of read) texts.push(`${heading} ${text}`);
    if (read.length < readAtOnce) break;
    after = read.at(-1)!.id;
  }
  const lexicon = await indexing.run({ kind: "learn", language: languageOf(jurisdiction), texts });
  return addBlocks({ db, indexing }, { jurisdiction, of: { jurisdiction }, lexicon, isNew: true });
}

type Added = {
  jurisdiction: string;
  of: Parameters<typeof readSections>[2];
  lexicon: ReadonlyMap<string, number>;
  /** Takes the place of the index that is there. */
  isNew: boolean;
};

async function addBlocks({ db, indexing }: Services, { jurisdiction, of, lexicon, isNew }: Added): Promise<number> {
  let added = 0;
  let after = 0;
  let saving: Promise<unknown> = Promise.resolve();
  for (;;) {
    const sections = await readBlock(db, of, after);
    if (sections.length === 0 && (added > 0 || !isNew)) break;
    const made = await indexing.run({ kind: "block", language: languageOf(jurisdiction), sections });
    // One block is stored while the next is made.
    await saving;
    saving = saveBlock(theServer, db, jurisdiction, { made, lexicon, isFirst: isNew && added === 0, isOpen: !isNew });
    saving.catch(() => undefined);
    added += sections.length;
    if (sections.length < blockSections) break;
    after = sections.at(-1)!.id;
  }
  await saving;
  return added;
}

async function readBlock(db: Db, of: Added["of"], from: number): Promise<Indexed[]> {
  const sections: Indexed[] = [];
  for (let after = from; sections.length < blockSections;) {
    const read = await readSections(theServer, db, of, { after, limit: readAtOnce });
    sections.push(...read);
    if (read.length < readAtOnce) break;
    after = read.at(-1)!.id;
  }
  return sections;
}

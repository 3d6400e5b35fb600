/* The stored sections that cite those found, as they read on the day of the research. */
import type { Source } from "#core/sources/source.ts";
import type { Person } from "#core/workspace/policy.ts";
import { citingRefs } from "../data/law/law-citations.ts";
import { readLawOn } from "../data/law/law-on-day.ts";
import { readLaw } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import type { FoundSection } from "../knowledge/found-section.ts";
import { lawSource } from "../tools/law-passages.ts";

type Asked = { refs: readonly string[]; day: string | null; limit: number };
type Citing = { name: string; text: string; source: Omit<Source, "number"> };

const longest = 1200;

export async function citingPassages(me: Person, db: Db, { refs, day, limit }: Asked): Promise<Citing[]> {
  const citing = await citingRefs(me, db, refs, limit);
  const sections = day === null ? await readSections(me, db, citing) : await onDay(me, db, citing, day);
  return sections.map((section) => {
    const source = lawSource(section);
    return { name: source.displayName ?? source.name, text: firstParagraphs(section.text), source };
  });
}

async function readSections(me: Person, db: Db, refs: readonly string[]): Promise<FoundSection[]> {
  const found = await Promise.all(refs.map((ref) => readLaw(me, db, { ref })));
  return found.flat();
}

async function onDay(me: Person, db: Db, refs: readonly string[], day: string): Promise<FoundSection[]> {
  return (await readLawOn(me, db, { refs }, { inForceOn: day })).map(({ section }) => section);
}

/** As many as fit, and the first in any case. */
function firstParagraphs(text: string): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf("\n\n", longest);
  const first = text.indexOf("\n\n");
  return text.slice(0, end > 0 ? end : first > 0 ? first : text.length);
}

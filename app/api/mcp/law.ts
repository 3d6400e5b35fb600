/* Law over the protocol: passages that bear on a question, and sections in the wording of a day. */
import { z } from "zod";
import { jurisdictionCode } from "#core/law/law-languages.ts";
import { problem } from "#core/workspace/problem.ts";
import { getPresentSection } from "#server/data/law/law-amendments.ts";
import { readLawOn } from "#server/data/law/law-on-day.ts";
import { readLaw } from "#server/data/law/law.ts";
import type { FoundSection } from "#server/knowledge/found-section.ts";
import { withPseudonyms } from "#server/knowledge/live-law-asked.ts";
import { secrecyAt } from "#server/models/secrecy.ts";
import { lawPassages } from "#server/tools/law-passages.ts";
import { isoDay, passages, question } from "./fields.ts";
import { published, tool, type Given } from "./tool.ts";

const dates = {
  day_of_text: z.iso.date().nullable().describe("The day of the text that was stored."),
  in_force: z.iso.date().nullable().describe("Since when this wording has been in force, where the source says so."),
  in_force_to: z.iso.date().nullable().describe("The last day of this wording, if it is a past one."),
};

const passage = z.object({
  ref: z.string().describe("Names the section: for read_law and check_citations."),
  document: z.string(),
  pinpoint: z.string().describe("How to cite it."),
  heading: z.string().nullable(),
  text: z.string().describe("Verbatim."),
  ...dates,
  note: z.string().nullable(),
  url: z.string(),
});

const jurisdictions = z
  .array(z.string().max(60).transform(jurisdictionCode))
  .min(1)
  .max(6)
  .optional()
  .describe("EU, SE, GB, NL, DE, US; all that is stored when left out.");

const searchLaw = tool({
  name: "search_law",
  title: "Search law",
  description:
    "Finds passages of law that bear on a question, verbatim, each with how to cite it and the days of its wording. Ask in the language of the law. A provision that is named (§ 622 BGB, Article 28 GDPR) is given itself, or notices say that it is not stored. found: nearest means that the passages only come closest: do not present them as an answer.",
  scope: "law:read",
  input: z.object({
    query: question.describe("The question, or the provisions to look up."),
    jurisdictions,
    in_force_on: isoDay.optional().describe("Law as it was in force on this day."),
    limit: passages,
  }),
  output: z.object({ found: z.enum(["yes", "nearest", "no"]), passages: z.array(passage), notices: z.array(z.string()) }),
  find: async () => published,
  async run({ stet, me }, { query, jurisdictions: wanted, in_force_on: inForceOn, limit }) {
    const chosen = await stet.law.loaded(me);
    const { organizationId, userId } = me;
    const secrecy = secrecyAt(stet.db, { organizationId, userId, projectId: null });
    const asked = {
      question: query,
      limit,
      jurisdictions: chosen.filter((one) => wanted === undefined || wanted.includes(one)),
      ...(inForceOn !== undefined && { inForceOn }),
    };
    const law = {
      chosen,
      search: () => stet.law.search(me, { ...asked, secrecy }),
      missing: () => stet.law.missing(me, asked),
      live: withPseudonyms(stet.liveLaw, secrecy),
    };
    const filter = { jurisdictions: wanted, inForceOn };
    const found = await lawPassages({ query, limit, filter }, { law, addSources: unnumbered });
    return {
      found: found.passages.length === 0 ? "no" : found.isNearest ? "nearest" : "yes",
      passages: found.passages.map((one) => ({
        ref: one.ref,
        document: one.document,
        pinpoint: one.pinpoint,
        heading: one.heading,
        text: one.text,
        day_of_text: one.version ?? null,
        in_force: one.inForce ?? null,
        in_force_to: one.inForceTo ?? null,
        note: one.note ?? null,
        url: one.url,
      })),
      notices: chosen.length === 0 ? ["No law is stored here."] : found.notices,
    };
  },
});

/** There is no chat whose sources they would be. */
export function unnumbered<T extends object>(sources: T[]): (T & { number: number })[] {
  return sources.map((source, at) => Object.assign(source, { number: at + 1 }));
}

const longestRead = 30_000;

const sectionOutput = z.object({
  ref: z.string(),
  document: z.string(),
  label: z.string(),
  heading: z.string().nullable(),
  text: z.string(),
  from: z.int().describe("Where this text begins in the section, in characters."),
  next_from: z.int().nullable().describe("From where to read on, if the section is longer."),
  ...dates,
  is_certain: z.boolean().describe("False: the wording of the day is not stored, and this is the nearest."),
  note: z.string().nullable(),
  url: z.string(),
});

const readSection = tool({
  name: "read_law",
  title: "Open a section of law",
  description: `Gives the text of one section, as it is now or in the wording of a day, with its days. At most ${longestRead.toLocaleString("en")} characters at a time.`,
  scope: "law:read",
  input: z.object({
    ref: z.string().min(1).max(300).describe("As search_law has it."),
    day: isoDay.optional().describe("In the wording of this day; the present one when left out."),
    from: z.int().min(0).max(10_000_000).default(0),
  }),
  output: sectionOutput,
  find: async () => published,
  async run(given, { ref, day, from }) {
    const section = await sectionOn(given, ref, day);
    const { act, heading, inForce, onDay } = section;
    const end = Math.min(section.text.length, from + longestRead);
    return {
      ref,
      document: act.title,
      label: section.label,
      heading: heading === "" ? null : heading,
      text: section.text.slice(from, end),
      from,
      next_from: end < section.text.length ? end : null,
      day_of_text: act.version,
      in_force: inForce,
      in_force_to: onDay?.last ?? null,
      is_certain: onDay?.isCertain ?? true,
      note: act.note,
      url: section.url,
    };
  },
});

export async function sectionOn(
  { stet: { db }, me }: Pick<Given, "stet" | "me">,
  ref: string,
  day?: string,
): Promise<FoundSection> {
  const [section] =
    day === undefined
      ? await readLaw(me, db, { ref })
      : (await readLawOn(me, db, { refs: [ref] }, { inForceOn: day })).map((one) => one.section);
  if (section !== undefined) return section;
  const { title, label, isRepealed } = await getPresentSection(me, db, ref);
  const when = day === undefined ? "is not in the present text. Name a day to read its wording then" : `was not in force on ${day}`;
  throw problem("not-found", `${label} of ${title} ${isRepealed || day !== undefined ? when : "could not be read"}.`);
}

export const lawTools = [searchLaw, readSection];

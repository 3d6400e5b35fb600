/*
 * Sections as JSON Lines: {id, law, section, heading?, title, jurisdiction, text, version?}. For
 * law from other sources.
 */
import { z } from "zod";
import { ShapeChanged, type LawAct } from "../law-act.ts";

const rowSchema = z.object({
  id: z.string().min(1),
  law: z.string().min(1),
  section: z.string().default(""),
  heading: z.string().default(""),
  title: z.string().default(""),
  jurisdiction: z.enum(["EU", "SE", "GB", "NL", "DE", "US"]),
  breadcrumb: z.array(z.string()).default([]),
  text: z.string(),
  version: z.string().optional(),
  url: z.string().default(""),
});

export function readRows(text: string): LawAct[] {
  const acts = new Map<string, LawAct>();
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = rowSchema.safeParse(JSON.parse(line));
    if (!read.success)
      throw new ShapeChanged(`line ${at + 1}: ${read.error.issues[0]?.path.join(".")} ${read.error.issues[0]?.message}`);
    const row = read.data;
    const cut = Math.max(row.id.lastIndexOf(":"), row.id.lastIndexOf("/section/"));
    const id =
      cut > 0
        ? row.id
            .slice(0, cut)
            .replace(/:\d+[a-z]?$/, (chapter) => (/^SFS \d{4}:\d+:/.test(row.id) && row.id.split(":").length > 3 ? "" : chapter))
        : row.law;
    let act = acts.get(id);
    if (act === undefined) {
      // "Article 6 GDPR Lawfulness": what is neither section nor heading is the act's name.
      const called = row.title.replace(row.section, "").replace(row.heading, "").replaceAll("_", " ").trim();
      const shortNames = [row.law, called.length < 60 ? called : "", /\b(\d{4}:\d+)\b/.exec(row.id)?.[1] ?? ""].filter(
        (name, at, all) => name !== "" && all.indexOf(name) === at,
      );
      act = {
        id,
        source: "rows",
        jurisdiction: row.jurisdiction,
        title: row.law,
        shortNames,
        version: row.version ?? null,
        inForce: null,
        url: row.url,
        licence: "",
        sections: [],
      };
      acts.set(id, act);
    }
    act.sections.push({
      ref: row.id,
      number: row.id.slice(id.length + 1).replace(/^(?:section\/|art_)/, ""),
      label: row.section || row.id,
      heading: row.heading,
      path: row.breadcrumb,
      text: row.text,
      url: row.url,
      inForce: row.version ?? null,
    });
  }
  return [...acts.values()];
}

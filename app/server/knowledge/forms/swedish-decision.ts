/* Swedish precedents from Domstolsverket's open data: JSON, the report's text as HTML. */
import { z } from "zod";
import { ShapeChanged, type LawAct } from "../law-act.ts";
import { blocksIn, sectionsOf } from "./decision-text.ts";

const text = z.string().nullish();
export const publicationSchema = z.object({
  id: z.string().regex(/^[\w-]{8,60}$/),
  domstol: z.object({ domstolNamn: z.string() }),
  avgorandedatum: z.iso.date(),
  malNummerLista: z.array(z.string()).nullish(),
  referatNummerLista: z.array(z.string()).nullish(),
  benamning: text,
  ecliNummer: text,
  sammanfattning: text,
  innehall: text,
});

/** Reports write the same citation with other spaces: "NJA 2021 s.45". */
export function plainCitation(citation: string): string {
  return citation.replace(/\s+/g, "").toLowerCase();
}

export function readSwedishDecision(json: string): LawAct[] {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw new ShapeChanged("the publication is not JSON");
  }
  const read = publicationSchema.safeParse(given);
  if (!read.success) throw new ShapeChanged(`the publication: ${read.error.issues[0]?.path.join(".") ?? "JSON"} is missing`);
  const { id, domstol, avgorandedatum, benamning, ecliNummer, sammanfattning, innehall } = read.data;
  const references = (read.data.referatNummerLista ?? []).map((one) => one.trim());
  const cases = (read.data.malNummerLista ?? []).map((one) => one.trim());
  const [name = cases[0] ?? id] = references;
  const ref = `Rättspraxis ${name}`;
  const url = `https://rattspraxis.etjanst.domstol.se/sok/publicering/${id}`;
  const naming = { ref, url, numbered: (number: string) => `p. ${number}`, unnumbered: "referat" };
  const summary = sectionsOf(
    blocksIn(sammanfattning ?? ""),
    { ...naming, unnumbered: "sammanfattning", path: "sammanfattning" },
    Infinity,
  );
  const sections = [...summary, ...sectionsOf(blocksIn(innehall ?? ""), naming)];
  if (sections.length === 0) throw new ShapeChanged("the publication has neither innehall nor sammanfattning");
  return [
    {
      id: ref,
      source: "swedish-courts",
      jurisdiction: "SE",
      title: [name, benamning?.trim() ?? "", domstol.domstolNamn, avgorandedatum].filter((one) => one !== "").join(", "),
      shortNames: [...references, ...cases, ecliNummer ?? ""].filter((one) => one !== ""),
      version: avgorandedatum,
      inForce: null,
      url,
      licence: "Domstolsverket, öppna data; fritt enligt 9 § upphovsrättslagen",
      // A publication without a text has its summary only: judgments since 2025 are published as PDF.
      ...(!innehall && { note: "Only the summary of this decision is published as text." }),
      sections,
    },
  ];
}

/*
 * German federal decisions from NeuRIS (rechtsinformationen.bund.de): JSON with the parts of a
 * decision as fields, in their order in the decision.
 */
import { z } from "zod";
import { ShapeChanged, type LawAct } from "../law-act.ts";
import { blocksIn, sectionsOf } from "./decision-text.ts";

const text = z.string().nullish();
const decisionSchema = z.object({
  documentNumber: z.string().regex(/^[A-Z0-9]{6,30}$/),
  ecli: text,
  decisionDate: z.iso.date(),
  fileNumbers: z.array(z.string()).min(1),
  courtName: text,
  courtType: text,
  documentType: text,
  headline: text,
  guidingPrinciple: text,
  headnote: text,
  tenor: text,
  caseFacts: text,
  decisionGrounds: text,
  grounds: text,
  dissentingOpinion: text,
  otherLongText: text,
});

/** The paragraphs are numbered through all parts. */
const parts = [
  ["guidingPrinciple", "Leitsatz"],
  ["headnote", "Orientierungssatz"],
  ["tenor", "Tenor"],
  ["caseFacts", "Tatbestand"],
  ["decisionGrounds", "Entscheidungsgründe"],
  ["grounds", "Gründe"],
  ["otherLongText", "Langtext"],
  ["dissentingOpinion", "Abweichende Meinung"],
] as const;

export function readNeuris(json: string): LawAct[] {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw new ShapeChanged("the decision is not JSON");
  }
  const read = decisionSchema.safeParse(given);
  if (!read.success) throw new ShapeChanged(`the decision: ${read.error.issues[0]?.path.join(".") ?? "JSON"} is missing`);
  const { documentNumber, ecli, decisionDate, fileNumbers, courtName, courtType, documentType } = read.data;
  const url = `https://testphase.rechtsinformationen.bund.de/case-law/${documentNumber}`;
  let next = 1;
  const sections = parts.flatMap(([field, path]) => {
    const said = read.data[field];
    if (!said) return [];
    const naming = { ref: `NeuRIS ${documentNumber}`, url, numbered: (number: string) => `Rn. ${number}`, unnumbered: path, path };
    const own = sectionsOf(blocksIn(said), naming, next);
    next += own.filter(({ number }) => /^\d+$/.test(number)).length;
    return own;
  });
  if (sections.length === 0) throw new ShapeChanged("the decision has none of the known parts");
  const court = courtName ?? courtType ?? "";
  return [
    {
      id: `NeuRIS ${documentNumber}`,
      source: "neuris",
      jurisdiction: "DE",
      title: [court, documentType ?? "", decisionDate, fileNumbers[0]!].filter((one) => one !== "").join(", "),
      shortNames: [...fileNumbers, ecli ?? ""].filter((one) => one !== ""),
      version: decisionDate,
      inForce: null,
      url,
      licence: "Gemeinfrei (§ 5 UrhG); rechtsinformationen.bund.de",
      sections,
    },
  ];
}

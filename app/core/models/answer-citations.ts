/*
 * The sources that a program sends along with a question, and what the check of
 * the finished answer found at each marker, as /v1 gives it: the verdicts, and
 * the words for them, are those of the page.
 */
import { z } from "zod";
import { markerVerdicts, type MarkerVerdict } from "../claims/marker-verdicts.ts";
import { verdictSentences, verdictWords } from "../claims/verdicts.ts";
import { verifyCitations } from "../claims/verify-citations.ts";

const mostSources = 50;

export const givenSourcesSchema = z
  .array(
    z.object({
      number: z.int().min(1).max(9999).describe("The n of [[n]] in the answer."),
      name: z.string().min(1).max(300),
      content: z.string().min(1).max(500_000),
    }),
  )
  .min(1)
  .max(mostSources)
  .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, "Two sources have the same number.")
  .describe(
    "Texts that the answer may cite as [[number]]. The model is given them with the last message, and each citation of the finished answer is checked against them (annotations).",
  );
export type GivenSource = z.infer<typeof givenSourcesSchema>[number];

const range = { start_index: z.int(), end_index: z.int() };

export const citationSchema = z.object({
  type: z.literal("citation"),
  number: z.int(),
  start_index: z.int().describe("Where the marker begins in the text, in UTF-16 code units."),
  end_index: z.int(),
  verdict: z.enum(Object.values(verdictWords)).describe("As the page has it."),
  explanation: z.string(),
  claim: z.string().optional().describe("The words that were checked: those that this marker stands for."),
  source: z
    .object({ ...range, text: z.string() })
    .optional()
    .describe("The passage of the source it was checked against."),
  quoted: z.string().optional().describe("The quotation that the source does not have, or not so."),
  omitted: z.array(z.string()).optional().describe("What a quotation leaves out, as worded in the source."),
  difference: z
    .object({ said: z.string(), source: z.string().optional() })
    .optional()
    .describe("What the claim says, and the source instead."),
  missing: z
    .array(z.string())
    .optional()
    .describe("Of a claim, or of a sentence around a quotation, that is not confirmed: its words that the passage does not have."),
  is_translation: z.literal(true).optional().describe("In another language than its source: only figures were compared."),
});
export type AnswerCitation = z.infer<typeof citationSchema>;

export function citationsOf({ text, sources }: { text: string; sources: readonly GivenSource[] }): AnswerCitation[] {
  const checked = verifyCitations(
    text,
    sources.map(({ number, name, content }) => ({ id: String(number), type: "file" as const, name, number, content })),
  );
  return markerVerdicts(text, checked).map(citationOf);
}

function citationOf({ number, start, end, verdict, cited }: MarkerVerdict): AnswerCitation {
  const marker = { type: "citation" as const, number, start_index: start, end_index: end };
  const said = { verdict: verdictWords[verdict], explanation: verdictSentences[verdict] };
  if (cited === undefined) return { ...marker, ...said };
  const { claim, start: from = 0, end: to = 0, words, quoted, omitted, difference, missing, isTranslation } = cited;
  return {
    ...marker,
    ...said,
    claim,
    ...(words !== undefined && { source: { start_index: from, end_index: to, text: words } }),
    ...(quoted !== undefined && { quoted }),
    ...(omitted !== undefined && { omitted }),
    ...(difference !== undefined && { difference }),
    ...(missing !== undefined && { missing }),
    ...(isTranslation === true && { is_translation: true }),
  };
}

/* Checks the citations of a text over the protocol, with the verdicts that the page shows. */
import { z } from "zod";
import { citationSchema } from "#core/models/answer-citations.ts";
import { mayUse } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { longWork } from "#server/long-work/long-work.ts";
import { isoDay } from "./fields.ts";
import { readableFile } from "./files.ts";
import { sectionOn } from "./law.ts";
import { lacking } from "./lacking.ts";
import { published, tool, type Found, type Given } from "./tool.ts";

const mostSources = 30;

const source = z.object({
  number: z.int().min(1).max(9999).describe("The n of [[n]] in the text."),
  content: z.string().min(1).max(500_000).optional().describe("The words of the source themselves, or:"),
  law_ref: z.string().min(1).max(300).optional().describe("A section of law, as search_law has it, or:"),
  day: isoDay.optional().describe("With law_ref: in the wording of this day."),
  file_id: z.uuid().optional().describe("A file that the key may read."),
});
type AskedSource = z.infer<typeof source>;

const input = z.object({
  text: z.string().min(1).max(200_000).describe("The text, with its citations as [[n]] behind what they stand for."),
  sources: z
    .array(source)
    .min(1)
    .max(mostSources)
    .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, "Two sources have the same number.")
    .refine(
      (all) => all.every((one) => [one.content, one.law_ref, one.file_id].filter((given) => given !== undefined).length === 1),
      "Each source has one of content, law_ref and file_id.",
    ),
});

type Read = Found & { sources: { number: number; name: string; content: string }[] };

const checkCitations = tool({
  name: "check_citations",
  title: "Check citations",
  description:
    "Checks each citation of a text against its source by rules, without a model: quoted words must be in the source, and figures, dates and negations must agree with it. Use it on what you have written from sources before you give it to anyone. A verdict that is not verified or supported says what is wrong.",
  scope: "law:read",
  input,
  output: z.object({ citations: z.array(citationSchema) }),
  async find(given, { sources }): Promise<Read> {
    const read = [];
    const projects = new Set<string | null>();
    for (const one of sources) {
      const { projectId, ...found } = await readSource(given, one);
      if (projectId !== undefined) projects.add(projectId);
      read.push({ number: one.number, ...found });
    }
    if (projects.size > 1) throw problem("bad-request", "sources: Files of one project can be checked at a time.");
    const [projectId] = projects;
    return { of: projectId === undefined ? published.of : { projectId }, sources: read };
  },
  async run({ me, signal }, { text }, { sources }) {
    return { citations: await longWork(me, "citationsOf", { text, sources }, signal) };
  },
});

type SourceText = { name: string; content: string; projectId?: string | null };

async function readSource(given: Given, { content, law_ref: ref, day, file_id: id }: AskedSource): Promise<SourceText> {
  if (content !== undefined) return { name: "source", content };
  if (ref !== undefined) return { name: ref, content: (await sectionOn(given, ref, day)).text };
  if (!mayUse(given.me, "files:read")) throw problem("not-allowed", lacking("files:read"));
  const { name, document, projectId } = await readableFile(given, id!);
  return { name, content: document.text, projectId };
}

export const citationTools = [checkCitations];

/* Plain language: patches for wordy phrases, clichés, machine-like wording and empty hedges, from tables. */
import { z } from "zod";
import { patchesFromFindings } from "#core/changes/finding-patches.ts";
import { checkPlainness } from "../prose/check.ts";
import { findingList } from "./finding-list.ts";
import { subjectFields, subjectText } from "./subject.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  ...subjectFields,
  mode: z
    .enum(["auto", "plain", "legal"])
    .default("auto")
    .describe("legal leaves every word alone that may carry legal meaning; auto decides by the text itself."),
  contractions: z.boolean().default(false).describe("Also offer contractions (do not → don't). English only."),
});

export const humanizeTool: Tool<z.infer<typeof input>> = {
  name: "humanize",
  description:
    "Finds wordy phrases, clichés, machine-made wording and empty hedges by tables of rules (English; smaller tables for Swedish, German and Dutch) and answers with patches that keep the meaning, and phrases worth a look that have no safe replacement. Tone and rhythm are your own work.",
  input,
  async execute({ mode, contractions, ...subject }, context) {
    const text = await subjectText(subject, context);
    const check = checkPlainness(text, { legal: mode === "auto" ? undefined : mode === "legal", contractions });
    const counts = new Map<string, number>();
    for (const { kind } of check.findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return {
      language: check.language,
      legal: check.legal,
      counts: Object.fromEntries(counts),
      patches: patchesFromFindings(text, check.findings),
      worthALook: findingList(
        text,
        check.findings.filter((one) => one.replacement === null),
      ),
      limits: check.limits,
    };
  },
};

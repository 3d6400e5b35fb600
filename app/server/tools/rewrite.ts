/*
 * Corrections to a text as patches, limited to what rules can justify. A language model uses the
 * findings as input and does its own wording; the built-in editor uses them as the answer.
 */
import { z } from "zod";
import { patchesFromFindings } from "#core/changes/finding-patches.ts";
import { withoutOverlaps } from "#core/prose/finding.ts";
import { checkCorrectness, checkPlainness } from "../prose/check.ts";
import { findingList, lineOf } from "./finding-list.ts";
import { subjectFields, subjectText } from "./subject.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  ...subjectFields,
  goal: z
    .enum(["correct", "shorten"])
    .default("correct")
    .describe("correct: grammar, spelling, punctuation. shorten: those and wordy phrases; long sentences are listed."),
});

export const rewriteTool: Tool<z.infer<typeof input>> = {
  name: "rewrite",
  description:
    "Checks a text by rules (grammar and spelling for English; doubled words, spacing and unpaired marks for English, Swedish, German and Dutch) and answers with patches that are safe to offer, and findings to act upon. It does not judge meaning or style: rewriting beyond these patches is your own work.",
  input,
  async execute({ goal, ...subject }, context) {
    const text = await subjectText(subject, context);
    const check = await checkCorrectness(text, context.signal);
    const plain = goal === "shorten" ? checkPlainness(text, { legal: check.legal }) : null;
    const findings = withoutOverlaps([...check.findings, ...(plain?.findings.filter((one) => one.kind !== "contraction") ?? [])]);
    return {
      language: check.language,
      legal: check.legal,
      grammarChecked: check.grammarChecked,
      ...(check.grammarChecked && check.grammarCheckedTo < text.length
        ? { grammarCheckedToLine: lineOf(text, check.grammarCheckedTo) }
        : {}),
      patches: patchesFromFindings(text, findings),
      worthALook: findingList(
        text,
        findings.filter((one) => one.replacement === null),
      ),
      hiddenSpellings: check.hiddenSpellings,
      limits: [...check.limits, ...(plain ? ["Nothing was cut that a rule does not know to be padding."] : [])],
    };
  },
};

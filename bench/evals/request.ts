/* A task as a model is asked it: the briefing of its situation, and its conversation. */
import { briefingOf } from "#server/briefing/briefing.ts";
import { describeOffered } from "#server/briefing/describe-offered.ts";
import { plain } from "#server/briefing/situations.ts";
import { fenced } from "#server/models/fenced.ts";
import type { ModelRequest } from "#server/models/model.ts";
import { tools, withReadFile } from "#server/tools/index.ts";
import type { TurnFacts } from "#server/briefing/turn-facts.ts";
import type { Task } from "./task.ts";

export function requestOf({ question, text, file, facts }: Task): Omit<ModelRequest, "model"> {
  const situation: TurnFacts = {
    ...plain,
    writer: { name: null, locale: null, writes: null },
    hasText: text !== undefined || file !== undefined,
    files: file === undefined ? [] : [{ name: file.name, source: 1, given: "whole" }],
    ...facts,
  };
  const { instructions, tools: offered } = briefingOf(situation);
  const described = describeOffered(withReadFile(tools), offered);
  for (const [at, tool] of described.entries()) tool.name = offered[at]!.as;
  const given = file === undefined ? [] : [fenced(`attached file ${file.name}, source [[1]]`, file.text)];
  const words = [...given, text === undefined ? question : `${question}\n\n${text}`];
  const parts = words.map((one) => ({ type: "text" as const, text: one }));
  return { instructions, messages: [{ role: "user", parts }], tools: described };
}

/* The briefing of a run: the gathered facts, the instructions, and the tools as described to its model. */
import { chosenLaw } from "#core/law/knowledge-sources.ts";
import type { ChatChoices } from "#core/chat/chat.ts";
import type { ProviderId } from "#core/models/models.ts";
import type { HistoryRow } from "../db/history-row.ts";
import type { ToolDescription } from "../models/model.ts";
import { describeTools, withReading } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { withSearched } from "../tools/searched.ts";
import { briefingOf } from "./briefing.ts";
import { describeOffered } from "./describe-offered.ts";
import { gatherFacts, type Situation } from "./gather-facts.ts";
import type { DocumentFacts, FileFacts, TableFacts, TurnMode } from "./turn-facts.ts";

export type RunBriefing = { instructions: string; tools: ToolDescription[]; withQuestion: string | null };

type Input = {
  situation: Situation;
  choices: ChatChoices;
  rows: readonly HistoryRow[];
  projectFiles: readonly { name: string }[];
  web: { engineName: string | null };
  tools: readonly Tool[];
  row: { provider: ProviderId };
  mode: TurnMode;
  document: DocumentFacts | null;
  table?: TableFacts | null;
  files: readonly FileFacts[];
  history: { leftOut: number; summarized: number };
};

export function briefRun(input: Input): RunBriefing {
  const { row, choices, projectFiles, web } = input;
  const { instructions, tools, withQuestion } = briefingOf(gatherFacts({ ...input, webIsSetUp: web.engineName !== null }));
  if (row.provider !== "builtin") return { instructions, withQuestion, tools: describeOffered(withReading(input.tools), tools) };
  // The built-in editor uses the internal tool names and reads from their descriptions what it may search.
  const searched = { law: chosenLaw(choices), projectFiles };
  return { instructions, withQuestion: null, tools: describeTools(input.tools).map((tool) => withSearched(tool, searched)) };
}

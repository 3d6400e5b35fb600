/* Derives a turn's facts from the run's input. */
import type { ChatChoices } from "#core/chat/chat.ts";
import { draftsIn } from "#core/chat/chat-texts.ts";
import { chosenLaw } from "#core/law/knowledge-sources.ts";
import { dayIn, type Whereabouts } from "../chat/whereabouts.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { draftFacts } from "./document-facts.ts";
import type { DocumentFacts, FileFacts, TableFacts, TextFacts, TurnFacts, TurnMode } from "./turn-facts.ts";

/** Who asks, where and when. */
export type Situation = Whereabouts & {
  now: Date;
  writerName: string | null;
  /** What the writer has told us about their writing. */
  writes: string | null;
  style: string | null;
  workspace: string | null;
  project: TurnFacts["project"];
};

type Gathered = {
  mode: TurnMode;
  situation: Situation;
  choices: ChatChoices;
  rows: readonly HistoryRow[];
  document: DocumentFacts | null;
  table?: TableFacts | null | undefined;
  files: readonly FileFacts[];
  projectFiles: readonly { name: string }[];
  webIsSetUp: boolean;
  history: Pick<TurnFacts, "leftOut"> & { summarized: number };
};

/** A message this long contains a text, not only a question. */
const textLength = 600;

export function gatherFacts({
  mode,
  situation,
  choices,
  rows,
  document,
  table = null,
  files,
  projectFiles,
  webIsSetUp,
  history,
}: Gathered): TurnFacts {
  const question = rows.findLast((row) => row.role === "user");
  const { sources, draftMode, writingType, inForceOn, forceWebSearch } = choices;
  const hasSelection = (question?.editorSelection ?? "").trim() !== "";
  return {
    mode,
    today: dayIn(situation.timeZone, situation.now),
    timeZone: situation.timeZone,
    writer: { name: situation.writerName, locale: situation.locale, writes: situation.writes },
    style: situation.style,
    workspace: situation.workspace,
    project: situation.project,
    choices: { sources, draftMode, writingType },
    document,
    table,
    chatDraft: document === null ? chatDraft(rows) : null,
    hasSelection,
    files,
    projectFiles: projectFiles.map(({ name }) => name),
    law: chosenLaw(choices),
    lawOn: inForceOn ?? null,
    web: { isSetUp: webIsSetUp && table === null, isAsked: forceWebSearch },
    hasText:
      document !== null ||
      hasSelection ||
      files.some(({ source }) => source !== null) ||
      rows.some(({ content }) => content.length > textLength),
    hasEarlierChanges: question?.earlierChanges !== undefined,
    leftOut: history.leftOut,
    isSummarized: history.summarized > 0,
  };
}

/** Beside an open document that one is meant. */
function chatDraft(rows: readonly HistoryRow[]): TextFacts | null {
  const drafts = rows.flatMap(({ role, parts }) => (role === "assistant" ? draftsIn(parts) : []));
  const newest = drafts.at(-1)?.text ?? "";
  return newest.trim() === "" ? null : draftFacts(newest);
}

/*
 * All tasks that run in a thread if their text is long, one per line. They take strings and small values, because
 * transferring a tree costs as much as the work. `load` keeps code that only a thread needs out of the server.
 */
import type { ProblemCode } from "#core/workspace/problem.ts";
import { sizeToCheck, type AnswerToCheck } from "../chat/final-event.ts";
import { sizeToLocate } from "../chat/locate-proposals.ts";
import { sizeOfStep } from "../models/builtin/step-size.ts";

type Work<Given, Made> = (given: Given) => Made | Promise<Made>;
export type Task<Given, Made> = {
  load(): Promise<Work<Given, Made>>;
  /** Characters to process; Infinity if it always takes long. */
  size(given: Given): number;
  lane: Lane;
};

/** The pool a task waits for: reading and saving never wait behind file exports. */
export const lanes = {
  texts: { places: 2, tasksPerThread: 200, seconds: 20, tooMuch: "text-too-large" },
  /** For the built-in editor. */
  answers: { places: 2, tasksPerThread: 200, seconds: 20, tooMuch: "text-too-large" },
  /** Request bodies, which must not wait behind work on texts. */
  bodies: { places: 2, tasksPerThread: 1000, seconds: 20, tooMuch: "too-large" },
  /** pdfmake is configured globally for each document, so no two are drawn at once in a thread. */
  files: { places: 2, tasksPerThread: 1, seconds: 120, tooMuch: "export-too-large" },
  /**
   * Productions draw thousands of documents, a few at a time: a new thread for each few would spend more on loading and
   * compiling than on drawing. Apart from the files, so that no export waits behind a production.
   */
  productions: { places: 1, tasksPerThread: 100, seconds: 120, tooMuch: "export-too-large" },
} as const satisfies Record<string, { places: number; tasksPerThread: number; seconds: number; tooMuch: ProblemCode }>;
export type Lane = keyof typeof lanes;

const always = () => Infinity;
const drafts = () => import("./draft-tasks.ts");

/** Types input and output like the loaded function's. */
const task = <Given, Made>(
  lane: Lane,
  load: () => Promise<Work<Given, Made>>,
  size: (given: Given) => number,
): Task<Given, Made> => ({
  lane,
  load,
  size,
});

export const tasks = {
  readBody: task(
    "bodies",
    async () => (await import("./read-body.ts")).readBody,
    ({ bytes }) => bytes.length,
  ),
  builtinStep: task("answers", async () => (await import("../models/builtin/conversation.ts")).nextStep, sizeOfStep),
  newDraft: task(
    "texts",
    async () => (await drafts()).newDraft,
    ({ markdown, answer }) => markdown.length + (answer?.said.length ?? 0),
  ),
  savedDraft: task(
    "texts",
    async () => (await drafts()).savedDraft,
    ({ stored, asked }) => stored.document.length + asked.text.length,
  ),
  readableDocument: task(
    "texts",
    async () => (await drafts()).readableDocument,
    (document) => document.length,
  ),
  draftHtml: task(
    "texts",
    async () => (await drafts()).draftHtml,
    (document) => document.length,
  ),
  styleSample: task(
    "texts",
    async () => (await import("../writing/style-sample.ts")).styleSample,
    ({ text, document }) => (text ?? document ?? "").length,
  ),
  draftMarkdown: task(
    "texts",
    async () => (await drafts()).draftMarkdown,
    (document) => document.length,
  ),
  authorshipReport: task(
    "texts",
    async () => (await drafts()).authorshipOf,
    ({ document }) => document.length,
  ),
  commentAnchors: task(
    "texts",
    async () => (await drafts()).commentAnchors,
    ({ document }) => document.length,
  ),
  openDraft: task(
    "texts",
    async () => (await import("../chat/open-draft-text.ts")).openDraftText,
    ({ source }) => source.text.length,
  ),
  checkDocument: task(
    "texts",
    async () => {
      const { checkDocument } = await import("#core/clauses/document-checks.ts");
      return ({ text, outline }: { text: string; outline: string[] }) => checkDocument(text, outline);
    },
    ({ text }) => text.length * 2.5,
  ),
  finalEvent: task(
    "texts",
    async () => {
      const { finalEvent } = await import("../chat/final-event.ts");
      return ({ folded, checked }: AnswerToCheck) => finalEvent(folded, checked);
    },
    sizeToCheck,
  ),
  citationsOf: task(
    "texts",
    async () => (await import("#core/models/answer-citations.ts")).citationsOf,
    ({ text, sources }) => sources.reduce((sum, { content }) => sum + content.length, text.length),
  ),
  readDraft: task(
    "texts",
    async () => (await import("../agent/draft-for-programs.ts")).readDraft,
    ({ document }) => document.length,
  ),
  locateChanges: task(
    "texts",
    async () => (await import("../agent/draft-for-programs.ts")).locateChanges,
    ({ document }) => document.length * 2,
  ),
  locateProposals: task("texts", async () => (await import("../chat/locate-proposals.ts")).locateProposals, sizeToLocate),
  archivedRows: task(
    "texts",
    async () => (await import("#core/archive/archived-row.ts")).readArchivedRows,
    ({ lines }) => lines.reduce((sum, line) => sum + line.length, 0),
  ),
  importedContent: task(
    "texts",
    async () => (await import("../files/imported-content.ts")).contentOfImport,
    ({ document }) => document.length,
  ),
  readAct: task(
    "texts",
    async () => (await import("../knowledge/read-act.ts")).readActText,
    ({ text }) => text.length / 5,
  ),
  draftExportFacts: task(
    "texts",
    async () => (await import("../export/draft-file.ts")).draftExportFacts,
    ({ document }) => document.length,
  ),
  draftFile: task(
    "files",
    async () => (await import("../export/draft-file.ts")).draftFile,
    ({ format, document }) => (format === "docx" || format === "pdf" ? Infinity : document.length),
  ),
  textFile: task("files", async () => (await import("../export/draft-file.ts")).textFile, always),
  drawPdf: task("files", async () => (await import("../export/draw-pdf.ts")).drawPdf, always),
  drawProduced: task("productions", async () => (await import("../discovery/draw-produced.ts")).drawProduced, always),
  tableAsWord: task("files", async () => (await import("../export/table-as-word.ts")).tableAsWord, always),
  transcriptPdf: task("files", async () => (await import("../export/transcript.ts")).transcriptPdf, always),
};
export type TaskName = keyof typeof tasks;

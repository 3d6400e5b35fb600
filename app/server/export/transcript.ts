/*
 * A chat as a document to file or send: every question and answer in order, with drafts, proposed
 * changes as deletions and insertions, and cited sources. Reasoning and tool calls are left out.
 */
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { ThreadMessage } from "#core/chat/message.ts";
import { authoritiesOf, citationLine, unknownLines } from "#core/law/authorities.ts";
import { withVerdictNotes } from "#core/claims/verdict-notes.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { parseReply, type Block } from "#core/chat/reply.ts";
import { sourceListLabel, truncate, type Source } from "#core/sources/source.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { pdfBlocks, ruled, type PdfOptions } from "./pdf-blocks.ts";
import type { MadeFile, PdfDocument } from "./pdf.ts";

export type Transcript = { title: string; messages: readonly ThreadMessage[]; exportedAt: Date };

export function transcriptName(exportedAt: Date): string {
  return `legal-transcript-${exportedAt.toISOString().slice(0, 10)}.pdf`;
}

export async function transcriptPdf(given: Transcript): Promise<MadeFile> {
  const { drawPdf } = await import("./draw-pdf.ts");
  return drawPdf(transcriptOf(given));
}

export function transcriptOf({ title, messages, exportedAt }: Transcript): PdfDocument {
  const shown = messages.filter((message) => message.role !== "system");
  const count = `${shown.length} ${shown.length === 1 ? "message" : "messages"}`;
  return {
    title: title || "Chat",
    createdAt: exportedAt,
    content: [
      { text: title || "Chat", style: "title" },
      { text: `${count} · exported on ${dayOf(exportedAt)} · times are UTC`, style: "lead" },
      ...shown.flatMap((message, i) => (message.role === "user" ? question(message, i) : answer(message, i))),
    ],
  };
}

function question(message: ThreadMessage, i: number): Content[] {
  const files = message.experimental_attachments ?? [];
  return [
    byline("You", message, { id: bookmark(i), outline: true, outlineText: truncate(oneLine(message.content), 80) || "Message" }),
    ...message.content.split("\n").map((line): Content => ({ text: line || " ", style: "question" })),
    ...(files.length > 0 ? [{ text: `Attached: ${files.map((file) => file.name).join(", ")}`, style: "note" } as Content] : []),
  ];
}

function answer(message: ThreadMessage, i: number): Content[] {
  const sources = (message.sources ?? []).filter((source) => source.hidden !== true);
  const numbers = new Set(sources.map((source) => source.number));
  const options: PdfOptions = {
    sourceId: (n) => (numbers.has(n) ? sourceId(i, n) : null),
    // An answer's headings are nested under its question.
    ...(i > 0 && { outlineParentId: bookmark(i - 1) }),
  };
  const name = message.run === undefined ? "Stet" : `Stet · ${message.run.model.replace(/^local:/, "")}`;
  return [
    byline(name, message),
    ...parseReply(withVerdictNotes(message.content, sources)).flatMap((block) => blockContent(block, options)),
    ...endNote(message),
    ...sourceList(sources, i),
  ];
}

function blockContent(block: Block, options: PdfOptions): Content[] {
  const text = () => pdfBlocks(markdownToDocument(block.text), options);
  switch (block.kind) {
    case "reasoning":
      return [];
    case "text":
      return text();
    case "draft":
      return [ruled([{ text: "Draft", style: "label" }, ...text()], "draft")];
    case "write":
      return [ruled([{ text: "Written into the editor", style: "label" }, ...text()], "draft")];
    case "patch": {
      const patches = block.reading?.patches ?? [];
      // What couldn't be parsed is shown unchanged.
      if (patches.length === 0)
        return [
          ruled(
            [
              { text: "Changes", style: "label" },
              { text: block.text, style: "code" },
            ],
            "change",
          ),
        ];
      return patches.map(({ original, replacement, summary }) =>
        ruled(
          [
            { text: "Proposed change", style: "label" },
            { text: changeRuns(original, replacement), style: "paragraph" },
            ...(summary ? [{ text: summary, style: "note" } as Content] : []),
          ],
          "change",
        ),
      );
    }
  }
}

function changeRuns(original: string, replacement: string): ContentText[] {
  const diff = wordDiff(original, replacement);
  const segments = diff.isRewrite
    ? [
        { kind: "removed" as const, text: original },
        { kind: "equal" as const, text: " " },
        { kind: "added" as const, text: replacement },
      ]
    : diff.segments;
  return segments.map(({ kind, text }) => (kind === "equal" ? { text } : { text, style: kind }));
}

/** Says how an answer ended, unless it was completed. */
function endNote({ run }: ThreadMessage): Content[] {
  const notes = {
    done: null,
    stopped: "Stopped by the user.",
    failed: "This answer failed before it was complete.",
    interrupted: "This answer was interrupted before it was complete.",
    running: "This answer was still being written when this was exported.",
  };
  const note = run === undefined ? null : notes[run.status];
  return note === null ? [] : [{ text: note, style: "note" }];
}

function sourceList(sources: readonly Source[], i: number): Content[] {
  if (sources.length === 0) return [];
  return [
    { text: "Sources", style: "label", margin: [0, 6, 0, 2] },
    ...authoritiesOf(sources).map(({ number, name, details, url, citations }): Content => {
      const source = sources.find((one) => one.number === number);
      const label = source === undefined ? "" : sourceListLabel(source);
      const link = url === undefined ? [] : [{ text: `  ${label}`, link: url, style: "sourceLink" }];
      const said = { text: [name, ...link, ...details.map((one) => `  ${one}`)], style: "source" };
      const verdicts = citations.map((one): Content => ({ text: citationLine(one), style: "verdict" }));
      const columns = [
        { text: `[${number}]`, width: 24, style: "source", id: sourceId(i, number) },
        { stack: [said, ...verdicts] },
      ];
      return { columns } as Content;
    }),
    ...unknownLines(sources).map((text): Content => ({ text, style: "verdict" })),
  ];
}

function byline(name: string, message: ThreadMessage, rest: object = {}): Content {
  const at = new Date(message.createdAt);
  return {
    columns: [
      { text: name, style: "byline", headlineLevel: 1, ...rest },
      { text: `${dayOf(at)}, ${at.toISOString().slice(11, 16)}`, style: "time", width: "auto" },
    ],
    margin: [0, 16, 0, 4],
  } as Content;
}

const bookmark = (i: number) => `message-${i}`;
const sourceId = (i: number, n: number) => `source-${i}-${n}`;
const oneLine = (text: string) => text.replaceAll(/\s+/gu, " ").trim();

function dayOf(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

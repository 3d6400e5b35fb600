/*
 * How a chat's files are given to a model: in full if they fit, otherwise as an outline plus a
 * tool to read them. Every file with text has its citation number up front.
 */
import { fileOutline, filePartsOf } from "#core/sources/file-outline.ts";
import type { Attachment } from "#core/chat/message.ts";
import type { Ability } from "#core/models/models.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Source } from "#core/sources/source.ts";
import type { FileFacts } from "../briefing/turn-facts.ts";
import type { HistoryRow } from "../db/history-row.ts";
import type { ChatFile, ChatFiles } from "../files/chat-files.ts";
import { fenced } from "../models/fenced.ts";
import { fileSource } from "../tools/file-source.ts";
import { filePart, type UserPart } from "./history.ts";

export type GivenFiles = {
  facts: FileFacts[];
  /** What replaces an attachment in the conversation; empty if the same file came earlier. */
  partsOf(attachment: Attachment): UserPart[];
};

type Input = {
  me: Person;
  rows: readonly HistoryRow[];
  files: ChatFiles;
  abilities: readonly Ability[];
  /** Nothing can be replaced in pictures and in files as such. */
  textOnly: boolean;
  /** Total characters of files that may be given in full. */
  room: number;
  number(sources: Omit<Source, "number">[]): Source[];
};

export async function giveFiles({ me, rows, files, abilities, textOnly, room, number }: Input): Promise<GivenFiles> {
  const attachments = distinct(rows.flatMap((row) => row.attachments));
  if (attachments.length === 0) return { facts: [], partsOf: () => [] };
  const read = await files.read(me, attachments);
  const given = new Map<string, { facts: FileFacts; parts: UserPart[] }>();
  // Newest first: the question is most likely about them.
  let left = room;
  const isWhole = new Map<ChatFile, boolean>();
  for (const file of read.toReversed()) {
    if (!("document" in file)) continue;
    isWhole.set(file, file.document.text.length <= left);
    if (isWhole.get(file)) left -= file.document.text.length;
  }
  const readable = read.filter((file) => "document" in file);
  const sources = number(readable.map((file) => fileSource(file)));
  for (const [at, attachment] of attachments.entries()) {
    const file = read[at]!;
    const source = "document" in file ? (sources[readable.indexOf(file)]?.number ?? null) : null;
    const whole = isWhole.get(file) === true;
    const asItIs = !textOnly && (isPicture(attachment) || (isPdf(attachment) && whole && abilities.includes("pdf")));
    const [content] = asItIs ? (await files.withContent(me, [attachment])).filter(isNoText) : [];
    given.set(keyOf(attachment), {
      facts: { name: file.name, source, given: howGiven(file, !textOnly && isPicture(attachment), whole) },
      parts:
        content === undefined
          ? [textOnly && isPicture(attachment) ? unsent(file.name) : textPart(file, source, whole)]
          : filePart(content),
    });
  }
  const shown = new Set<string>();
  return {
    facts: [...given.values()].map(({ facts }) => facts),
    partsOf(attachment) {
      const key = keyOf(attachment);
      if (shown.has(key)) return [{ type: "text", text: `[${attachment.name} is attached again.]` }];
      shown.add(key);
      return given.get(key)?.parts ?? [];
    },
  };
}

const keyOf = ({ documentId, url }: Attachment) => documentId ?? url;

function distinct(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter((file, at) => attachments.findIndex((other) => keyOf(other) === keyOf(file)) === at);
}

const typeOf = ({ contentType, url }: Attachment) => contentType ?? /^data:([^,;]*)/.exec(url.slice(0, 200))?.[1] ?? "";
/** A PDF that opens only with its password goes as the text that was read. */
const isNoText = (file: Attachment) => !typeOf(file).startsWith("text/");
const isPicture = (file: Attachment) => /^image\/(png|jpeg|gif|webp)/.test(typeOf(file));
const isPdf = (file: Attachment) => typeOf(file).startsWith("application/pdf");

function howGiven(file: ChatFile, isShown: boolean, whole: boolean): FileFacts["given"] {
  if ("document" in file) return whole ? "whole" : "outline";
  return isShown ? "picture" : "unreadable";
}

const unsent = (name: string): UserPart => ({
  type: "text",
  text: fenced(`attached picture ${name}`, "The picture was not sent, because names and numbers in it cannot be replaced."),
});

function textPart(file: ChatFile, source: number | null, whole: boolean): UserPart {
  if ("unreadable" in file) return { type: "text", text: fenced(`attached file ${file.name}`, file.unreadable) };
  const { name, document } = file;
  const label = `${whole ? "" : "outline of the "}attached file ${name}, source [[${source}]]`;
  return { type: "text", text: fenced(label, whole ? document.text : fileOutline(filePartsOf(document))) };
}

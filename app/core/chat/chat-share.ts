/*
 * A chat shared by link is a snapshot. Anyone with the link can read it without
 * an account, and nothing identifies the author.
 *
 * Included: the words, the cited passages, how each answer ended. Excluded:
 * attached files beyond those passages, reasoning, other versions, costs. It
 * has new ids, so that state stored on a reader's device for the original never
 * applies to the copy.
 */
import { findCitations } from "../law/citations.ts";
import { excerptFor } from "../sources/excerpt.ts";
import type { MessagePart, ThreadMessage, ToolInvocation } from "./message.ts";
import { sourceMetadata, type Source } from "../sources/source.ts";

export const shareLives = { day: 1, week: 7, month: 30, always: null } as const;
export type ShareLife = keyof typeof shareLives;

/** One of a person's own links; the link itself is shown only once, on creation. */
export type ChatShare = { id: string; chatId: string; title: string; createdAt: string; expiresAt: string | null };

export type SharedChat = { title: string; createdAt: string; messages: ThreadMessage[] };

export function messagesToShare(messages: readonly ThreadMessage[]): ThreadMessage[] {
  return messages.map((message, i) => {
    const id = `shared-${i + 1}`;
    const { role, content, createdAt, sources, experimental_attachments: attachments, run } = message;
    const parts = message.parts.flatMap(partToShare);
    const invocations = parts.flatMap((part) => (part.type === "tool-invocation" ? [part.toolInvocation] : []));
    return {
      id,
      role,
      content,
      createdAt,
      parts,
      ...(invocations.length > 0 && { toolInvocations: invocations }),
      ...(sources && { sources: sources.flatMap((source) => sourceToShare(source, content)) }),
      ...(attachments && { experimental_attachments: attachments.map(({ name }) => ({ name, url: "data:," })) }),
      ...(run && { run: runToShare(run, id) }),
      seq: i + 1,
      parentId: null,
      versions: [id],
    };
  });
}

function runToShare({ status, model, lastSeq, problem }: NonNullable<ThreadMessage["run"]>, id: string) {
  return { id, status, model, lastSeq, ...(problem !== undefined && { problem }) };
}

function partToShare(part: MessagePart): MessagePart[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  return part.type === "reasoning" ? [] : [{ type: "tool-invocation", toolInvocation: callToShare(part.toolInvocation) }];
}

/** Keeps that a tool was called, and its search query; other arguments and results may quote a file. */
function callToShare({ toolCallId, toolName, state, args, result }: ToolInvocation): ToolInvocation {
  const query = typeof args === "object" && args !== null && "query" in args ? args.query : undefined;
  const failed = ["cancelled", "error"].find((field) => typeof result === "object" && result !== null && field in result);
  return {
    toolCallId,
    toolName,
    state,
    args: typeof query === "string" ? { query } : {},
    ...(state === "result" && { result: failed === undefined ? "Not part of the shared copy." : { [failed]: true } }),
  };
}

/** Only cited sources; of a file, only the cited passages. */
function sourceToShare(source: Source, answer: string): Source[] {
  const claims = claimsFor(source.number, answer);
  if (claims.length === 0) return [];
  const { type, name, displayName, description, content, number, jurisdiction, timestamp } = source;
  const { fileName, fileType, pageCount } = sourceMetadata(source);
  const passages = [...new Set(claims.map((claim) => excerptFor(content ?? "", claim).text))];
  const shown = type === "file" ? passages.join("\n\n…\n\n") : content;
  return [
    {
      id: `source-${number}`,
      type,
      name,
      ...(displayName !== undefined && { displayName }),
      ...(type !== "file" && description !== undefined && { description }),
      ...(shown !== undefined && { content: shown }),
      ...(number !== undefined && { number }),
      ...(jurisdiction !== undefined && { jurisdiction }),
      ...(timestamp !== undefined && { timestamp }),
      metadata: {
        ...(fileName !== undefined && { fileName }),
        ...(fileType !== undefined && { fileType }),
        ...(pageCount !== undefined && { pageCount }),
      },
    },
  ];
}

/** The sentence before each of its citations, as the reader's screen takes it. */
function claimsFor(number: number | undefined, answer: string): string[] {
  if (number === undefined) return [];
  return findCitations(answer)
    .filter(({ numbers }) => numbers.includes(number))
    .map(({ start }) => {
      const before = answer.slice(Math.max(0, start - 1000), start).replace(/\[\[[\d,\s]+\]\]/g, "");
      const paragraph =
        before
          .trimEnd()
          .split(/\n\s*\n/)
          .at(-1) ?? "";
      return (
        paragraph
          .trim()
          .split(/(?<=[.!?])\s+/)
          .at(-1) ?? ""
      );
    });
}

/*
 * When an answer ends, its citations are renumbered and checked against their sources, including
 * those of earlier answers. Its text parts are numbered together, in reading order, and split
 * again.
 */
import { findCitations, renumberCitations } from "#core/law/citations.ts";
import { verifyCitations } from "#core/claims/verify-citations.ts";
import { contentOf, type MessagePart } from "#core/chat/message.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import type { Folded } from "#core/chat/run-fold.ts";
import type { Source } from "#core/sources/source.ts";

/** A separator paragraph that no model writes. */
const seam = "\n\n\u0000\n\n";

/** Whether the answer cites a number that isn't among its own sources, so earlier answers' sources are needed. */
export function citesEarlier({ parts, sources }: Folded): boolean {
  const known = new Set(sources.map(({ number }) => number));
  return findCitations(textOf(parts)).some(({ numbers }) => numbers.some((number) => !known.has(number)));
}

export type FinalSources = {
  /** Sources cited by earlier answers in the chat. */
  earlier?: readonly Source[];
  /** Authorities named in the answer but missing from the stored law. */
  unknown?: readonly Source[];
};

export type AnswerToCheck = { folded: Pick<Folded, "parts" | "sources">; checked: FinalSources };

/** Characters in the answer and in everything it is checked against. */
export function sizeToCheck({ folded: { parts, sources }, checked: { earlier = [] } }: AnswerToCheck): number {
  return [...sources, ...earlier].reduce((sum, { content }) => sum + (content?.length ?? 0), textOf(parts).length);
}

/** The event that replaces the streamed text with the renumbered answer, or null if nothing changed. */
export function finalEvent(
  { parts, sources: all }: AnswerToCheck["folded"],
  { earlier = [], unknown = [] }: FinalSources = {},
): RunEvent | null {
  if (all.length + earlier.length + unknown.length === 0) return withoutNumbers(parts);
  const sources = all.filter((source) => source.unknown === undefined);
  const before = textOf(parts);
  const after = renumberCitations(before, sources, earlier);
  const verified = [...verifyCitations(after.text, after.sources), ...unknown];
  const isSame = JSON.stringify(verified) === JSON.stringify(all);
  if (after.text === before && isSame) return null;
  const texts = after.text.split(seam);
  const ordered = parts.map((part): MessagePart => {
    if (part.type === "text") return { type: "text", text: texts.shift() ?? "" };
    return part.type === "tool-invocation" ? withNumbers(part, after.renumbered) : part;
  });
  return { type: "data-stet-final", data: { content: contentOf(ordered), parts: ordered, sources: verified } };
}

function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(seam);
}

/** An answer that cites nothing: the numbers of what its tools gave belong to others in the next one. */
function withoutNumbers(parts: readonly MessagePart[]): RunEvent | null {
  if (parts.every(({ type }) => type !== "tool-invocation")) return null;
  const without = parts.map((part) => (part.type === "tool-invocation" ? withNumbers(part, new Map()) : part));
  if (JSON.stringify(without) === JSON.stringify(parts)) return null;
  return { type: "data-stet-final", data: { content: contentOf(without), parts: without, sources: [] } };
}

type ToolPart = Extract<MessagePart, { type: "tool-invocation" }>;

/** Tool results are sent again in later turns, so they must use the current source numbers. */
function withNumbers(part: ToolPart, renumbered: ReadonlyMap<number, number>): ToolPart {
  const { toolInvocation } = part;
  if (toolInvocation.state !== "result") return part;
  return { ...part, toolInvocation: { ...toolInvocation, result: citedBy(toolInvocation.result, renumbered) } };
}

/** The value with each `cite` renumbered; null if its source was dropped. */
function citedBy(value: unknown, renumbered: ReadonlyMap<number, number>): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => citedBy(one, renumbered));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) =>
      key === "cite" && typeof one === "number" ? [key, renumbered.get(one) ?? null] : [key, citedBy(one, renumbered)],
    ),
  );
}

/*
 * Locates the changes an answer proposes in the draft next to the chat, or in the chat text they
 * refer to, as it is now. A replace-all change becomes one change per occurrence. A change that
 * can't be located is kept with the reason. No I/O: runs in a worker thread because texts can be
 * long.
 */
import { expandedBlock } from "#core/changes/change-blocks.ts";
import { textsOfChat, type ChatMessage } from "#core/chat/chat-texts.ts";
import { locateInDocument } from "#core/changes/document-patch.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentText } from "#core/document/document-text.ts";
import { locateInMarkdown } from "#core/changes/markdown-patch.ts";
import { markdownWords } from "#core/text/markdown-words.ts";
import { placedAt } from "#core/changes/moved-patches.ts";
import { everywhere } from "#core/changes/patch-everywhere.ts";
import { choosePatchTarget } from "#core/changes/patch-target.ts";
import { locatePatch, type Patch, type PatchOutcome } from "#core/changes/patch.ts";
import type { ChatText } from "#core/changes/proposed-change.ts";
import type { ProposedChange } from "../data/drafts/proposed-changes.ts";

/** `about` includes the other patches on its card, which together identify the text. */
export type Proposed = { messageId: string; block: string; patches: readonly Patch[]; about: readonly Patch[] };

/** `document` is a draft's JSON. */
export type LocateGiven = {
  proposed: readonly Proposed[];
  source: { kind: "draft"; document: string; version: number } | { kind: "chat"; messages: ChatMessage[]; texts: ChatText[] };
};

/** Where changes are located: the visible text and the rules for its format. */
type Text = {
  words: string;
  baseVersion: number | null;
  name: string | null;
  locate(patch: Patch): PatchOutcome;
};

export function locateProposals({ proposed, source }: LocateGiven): ProposedChange[] {
  const textFor = source.kind === "draft" ? draftText(source) : chatTexts(source);
  return proposed.flatMap((list) => locateAll(list, textFor(list.about)));
}

/** Characters to process. */
export function sizeToLocate({ source }: LocateGiven): number {
  if (source.kind === "draft") return source.document.length;
  return source.messages.reduce((sum, message) => sum + sizeOf(message), 0);
}

function sizeOf(message: ChatMessage): number {
  const texts = message.role === "user" ? [message.content, ...message.attachments.map(({ url }) => url)] : [];
  const drafts = message.role === "assistant" ? message.drafts.map(({ text }) => text) : [];
  return [...texts, ...drafts].reduce((sum, { length }) => sum + length, 0);
}

function draftText({ document: json, version }: { document: string; version: number }): () => Text {
  const document = storedDocument(JSON.parse(json));
  const { text: words } = documentText(document);
  return () => ({
    words,
    baseVersion: version,
    name: null,
    locate: (patch) => locateInDocument(document, patch, { nearest: false }),
  });
}

function chatTexts({
  messages,
  texts,
}: Extract<LocateGiven["source"], { kind: "chat" }>): (patches: readonly Patch[]) => Text | null {
  const now = new Map(texts.flatMap(({ name, text }) => (text === null ? [] : [[name, text] as const])));
  const targets = textsOfChat(messages).map((one) => Object.assign(one, { now: now.get(one.name) ?? one.text }));
  return (patches) => {
    const target = choosePatchTarget(targets, patches);
    if (target === null) return null;
    const { name, now: text = target.text } = target;
    const baseVersion = texts.find((one) => one.name === name)?.version ?? 0;
    if (target.kind !== "draft")
      return { words: text, baseVersion, name, locate: (patch) => locatePatch(text, patch, { nearest: false }) };
    const { text: words } = markdownWords(text);
    const locate = (patch: Patch) => {
      const outcome = locatePatch(words, patch, { nearest: false });
      return outcome.kind === "not-found" ? withoutPlace(locateInMarkdown(text, patch).outcome) : outcome;
    };
    return { words, baseVersion, name, locate };
  };
}

/** For a quote that matches only the Markdown source, not the visible text. */
function withoutPlace(outcome: PatchOutcome): PatchOutcome {
  return outcome.kind === "located" ? { kind: "located", edit: { ...outcome.edit, start: -1, end: -1 } } : outcome;
}

function locateAll({ messageId, block, patches }: Proposed, text: Text | null): ProposedChange[] {
  const { baseVersion = null, name: textName = null } = text ?? {};
  const rowOf = (at: { block: string; place: number }, patch: Patch): ProposedChange => {
    return { messageId, ...at, baseVersion, textName, ...located(patch, text) };
  };
  return patches.flatMap((patch, place) => {
    if (!patch.all || text === null) return [rowOf({ block, place }, patch)];
    const expanded = expandedBlock(block, place);
    return everywhere(text.words, [patch]).map((one, i) => rowOf({ block: expanded, place: i }, one));
  });
}

function located(patch: Patch, text: Text | null): Pick<ProposedChange, "state" | "reason" | "patch"> {
  if (text === null) return { state: "refused", reason: "no-text", patch };
  const outcome = text.locate(patch);
  if (outcome.kind !== "located") return { state: "refused", reason: outcome.kind, patch };
  const { edit } = outcome;
  return { state: "proposed", reason: null, patch: edit.start < 0 ? patch : placedAt(text.words, patch, edit) };
}

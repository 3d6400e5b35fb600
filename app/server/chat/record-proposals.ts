/*
 * When an answer has ended, each change that it proposes becomes a row with its
 * place: in the draft beside the chat, or in the text of the chat that it is
 * about, as that text is now. A change for every place becomes one row a place.
 * What has no certain place is kept with the reason.
 */
import type { ProposeResult } from "#core/agent.ts";
import { draftsIn, keyedBlocks, textsOfChat, type ChatMessage } from "#core/chat-texts.ts";
import { locateInDocument } from "#core/document-patch.ts";
import { storedDocument } from "#core/document-repair.ts";
import { documentText } from "#core/document-text.ts";
import { locateInMarkdown } from "#core/markdown-patch.ts";
import { markdownWords } from "#core/markdown-words.ts";
import type { MessagePart } from "#core/message.ts";
import { placedAt } from "#core/moved-patches.ts";
import { locatePatch, type Patch, type PatchOutcome } from "#core/patch.ts";
import { everywhere } from "#core/patch-everywhere.ts";
import { choosePatchTarget } from "#core/patch-target.ts";
import type { Person } from "#core/policy.ts";
import { agentBlock, expandedBlock } from "#core/proposed-change.ts";
import { listChatChanges } from "../data/chat-changes.ts";
import { getDraft } from "../data/drafts.ts";
import { listHistory, type HistoryRow } from "../data/messages.ts";
import { keepProposed, type ProposedChange } from "../data/proposed-changes.ts";
import type { Db } from "../db/database.ts";

type Answered = { chatId: string; messageId: string; parts: readonly MessagePart[] };
/** `about`: with the patches that share its card, which say together what text is meant. */
type Proposed = { messageId: string; block: string; patches: readonly Patch[]; about: readonly Patch[] };
/** Where changes are located: the words a reader sees, and the rules of that kind of text. */
type Text = {
  words: string;
  baseVersion: number | null;
  name: string | null;
  locate(patch: Patch): PatchOutcome;
};

/** Whose news it is, or null where nothing was proposed. */
export async function recordProposals(
  me: Person,
  db: Db,
  answered: Answered,
): Promise<{ draftId: string } | { chatId: string } | null> {
  const proposed = proposalsIn(answered);
  if (proposed.length === 0) return null;
  const { chatId, messageId } = answered;
  const rows = await listHistory(me, db, chatId, messageId);
  const draftId = rows.findLast(({ role }) => role === "user")?.draftContext?.draftId;
  const draft = draftId === undefined ? null : await draftOf(me, db, draftId);
  const textFor = draft === null ? await chatTexts(me, db, answered, rows) : () => draft;
  const changes = proposed.flatMap((list) => locateAll(list, textFor(list.about)));
  await keepProposed(me, db, draft === null ? { chat_id: chatId } : { draft_id: draftId! }, changes);
  return draft === null ? { chatId } : { draftId: draftId! };
}

/** An agent's changes are one list, kept under the answer in which its work began. */
function proposalsIn({ messageId, parts }: Answered): Proposed[] {
  const written: Proposed[] = [];
  let about: Patch[] = [];
  for (const { key, block } of keyedBlocks(parts)) {
    if (block.kind !== "patch") about = [];
    else if (block.reading) {
      const { patches } = block.reading;
      about.push(...patches);
      written.push({ messageId, block: key, patches, about });
    }
  }
  const results = parts.flatMap((part) =>
    part.type === "tool-invocation" && part.toolInvocation.toolName === "proposeChanges"
      ? [part.toolInvocation.result as Partial<ProposeResult> | undefined]
      : [],
  );
  const work = results.find((result) => result?.work !== undefined)?.work;
  const patches = results.flatMap((result) => result?.changes ?? []);
  if (work !== undefined) written.push({ messageId: work, block: agentBlock, patches, about: patches });
  return written.filter((list) => list.patches.length > 0);
}

/** Null when it is gone, or not the reader's to change. */
async function draftOf(me: Person, db: Db, draftId: string): Promise<Text | null> {
  try {
    const draft = await getDraft(me, db, draftId);
    if (!draft.canChange) return null;
    const document = storedDocument(draft.document);
    return {
      words: documentText(document).text,
      baseVersion: draft.version,
      name: null,
      locate: (patch) => locateInDocument(document, patch, { nearest: false }),
    };
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}

async function chatTexts(
  me: Person,
  db: Db,
  { chatId, messageId, parts }: Answered,
  rows: readonly HistoryRow[],
): Promise<(patches: readonly Patch[]) => Text | null> {
  const { texts } = await listChatChanges(me, db, chatId);
  const messages = [...rows.map(messageOf), { id: messageId, role: "assistant" as const, drafts: draftsIn(parts) }];
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

/** It quotes the Markdown: there, and nowhere in the words. */
function withoutPlace(outcome: PatchOutcome): PatchOutcome {
  return outcome.kind === "located" ? { kind: "located", edit: { ...outcome.edit, start: -1, end: -1 } } : outcome;
}

function messageOf({ id, role, content, attachments, parts }: HistoryRow): ChatMessage {
  return role === "assistant" ? { id, role, drafts: draftsIn(parts) } : { id, role: "user", content, attachments };
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

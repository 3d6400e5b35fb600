/* The outcome of the changes in an answer, located as a chat does when all are applied. */
import { Transform } from "prosemirror-transform";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownWords } from "#core/text/markdown-words.ts";
import { everywhere } from "#core/changes/patch-everywhere.ts";
import { applyToMarkdown } from "#core/changes/markdown-patch.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { choosePatchTarget, textsWithin, type PatchTarget } from "#core/changes/patch-target.ts";
import { applyPatch, type Patch, type PatchOutcome } from "#core/changes/patch.ts";
import { parseReply, type Block } from "#core/chat/reply.ts";
import type { Task } from "./task.ts";

export type Fate = PatchOutcome["kind"] | "unreadable";
/** `before` and `after`: the text that the changes apply to. */
export type Changed = { fates: Fate[]; before: string; after: string };

export function changedBy(task: Task, messages: readonly ThreadMessage[], blocks: readonly Block[]): Changed {
  const readings = blocks.flatMap((block) => (block.kind === "patch" && block.reading ? [block.reading] : []));
  const patches = readings.flatMap((reading) => reading.patches);
  const unread = readings.flatMap(({ problems }) => problems.map((): Fate => "unreadable"));
  const changed = task.document === undefined ? inChat(messages, patches) : inDocument(task.document.content, patches);
  return { ...changed, fates: [...changed.fates, ...unread] };
}

function inDocument(content: string, patches: readonly Patch[]): Changed {
  const document = markdownToDocument(content);
  const tr = new Transform(document);
  const each = patches.flatMap((patch) => eachPlace(documentText(document).text, patch));
  const fates = each.map((patch) => {
    const outcome = locateInDocument(tr.doc, patch);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
    return outcome.kind;
  });
  return { fates, before: documentText(document).text, after: documentText(tr.doc).text };
}

function inChat(messages: readonly ThreadMessage[], patches: readonly Patch[]): Changed {
  const target = choosePatchTarget(messages.slice(0, -1).toReversed().flatMap(targetsIn), patches);
  const before = target?.text ?? "";
  let after = before;
  const words = target?.kind === "draft" ? markdownWords(before).text : before;
  const each = patches.flatMap((patch) => eachPlace(words, patch));
  const fates = each.map((patch): Fate => {
    if (target === null) return "not-found";
    const { text, outcome } = target.kind === "draft" ? applyToMarkdown(after, patch) : applyPatch(after, patch);
    after = text;
    return outcome.kind;
  });
  return { fates, before, after };
}

/** Applies the matches one by one, last first: their ordinals stay valid, but their surroundings do not. */
function eachPlace(text: string, patch: Patch): Patch[] {
  if (!patch.all) return [patch];
  return everywhere(text, [patch])
    .map(({ before: _before, after: _after, ...one }) => one)
    .toReversed();
}

function targetsIn({ id, role, content, experimental_attachments: files = [] }: ThreadMessage): PatchTarget[] {
  if (role === "assistant") {
    const drafts = parseReply(content).filter(({ kind }) => kind === "draft");
    return drafts.map(({ key, text }): PatchTarget => ({ name: `${id}.${key}`, kind: "draft", text })).toReversed();
  }
  return [
    ...textsWithin(content).map(({ start, text }): PatchTarget => ({ name: `${id}.${start}`, kind: "message", text })),
    ...files.map(({ name, url }): PatchTarget => ({ name, kind: "file", text: textOf(url) })),
  ];
}

const textOf = (url: string) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64").toString("utf8");

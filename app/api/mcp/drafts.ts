/* Drafts over the protocol: read by section, and changed by proposal only. */
import { z } from "zod";
import type { AskedChange } from "#server/agent/draft-for-programs.ts";
import { agentLimits } from "#core/agent/agent.ts";
import { commentedWordsMax } from "#core/comments/comment.ts";
import { suggestionReasonMax } from "#core/changes/imported-change.ts";
import { storable } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getDraftAsText } from "#server/data/drafts/drafts.ts";
import { changeSuggestions } from "#server/data/drafts/imported-changes.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { listPending } from "#server/data/drafts/proposed-changes.ts";
import { longWork } from "#server/long-work/long-work.ts";
import { draftId, projectId } from "./fields.ts";
import { findProject } from "./files.ts";
import { tool, type Given } from "./tool.ts";

const mostDrafts = 200;

const list = tool({
  name: "list_drafts",
  title: "List drafts",
  description: `The drafts of a project, last changed first, ${mostDrafts} at most.`,
  scope: "drafts:read",
  input: z.object({ project_id: projectId }),
  output: z.object({
    drafts: z.array(z.object({ id: z.uuid(), name: z.string(), words: z.int(), beginning: z.string(), updated_at: z.string() })),
    has_more: z.boolean(),
  }),
  find: findProject,
  async run({ stet: { db }, me }, { project_id: id }) {
    const found = await listDrafts(me, db, id);
    const drafts = found.slice(0, mostDrafts).map((one) => {
      return { id: one.id, name: one.name, words: one.words, beginning: one.excerpt, updated_at: one.updatedAt };
    });
    return { drafts, has_more: found.length > mostDrafts };
  },
});

async function findDraft({ stet: { db }, me }: Given, { draft_id: id }: { draft_id: string }) {
  const draft = await getDraftAsText(me, db, id);
  return { of: { projectId: draft.projectId }, draft };
}

/** Of answers, agents and people: none of them belongs to this request. */
const noWork = "00000000-0000-0000-0000-000000000000";
const pendingIn = ({ stet: { db }, me }: Given, id: string) => listPending(me, db, { draftId: id, work: noWork });

const change = z.object({ original: z.string(), replacement: z.string() });

const read = tool({
  name: "read_draft",
  title: "Read a draft",
  description: `The outline of a draft, and the text of the sections that are asked for, ${agentLimits.wordsRead.toLocaleString("en")} words at most. Numbers before clauses and # before headings are signs of the page and no words of the text. What is proposed and not decided is listed as pending: it is not in the text. To propose changes, send the version along.`,
  scope: "drafts:read",
  input: z.object({
    draft_id: draftId,
    sections: z.array(z.string().max(20)).max(100).default([]).describe("Ids of sections, as the outline has them, such as s3."),
  }),
  output: z.object({
    id: z.uuid(),
    name: z.string(),
    version: z.int(),
    language: z.string().nullable(),
    may_propose: z.boolean(),
    outline: z.array(z.object({ id: z.string(), title: z.string(), words: z.int() })),
    has_more_sections: z.boolean(),
    sections: z.array(z.object({ id: z.string(), text: z.string(), pending: z.array(change) })),
  }),
  find: findDraft,
  async run(given, { draft_id: id, sections }, { draft }) {
    const pending = await pendingIn(given, id);
    const seen = await longWork(given.me, "readDraft", { document: draft.document, pending, sections }, given.signal);
    if ("refusal" in seen) throw problem("bad-request", `sections: ${seen.refusal}`);
    const outline = seen.outline.slice(0, mostSections);
    const { name, version, language, mayPropose } = draft;
    return {
      id,
      name,
      version,
      language,
      may_propose: mayPropose,
      outline,
      has_more_sections: seen.outline.length > outline.length,
      sections: seen.sections,
    };
  },
});

const mostSections = 600;
const mostChanges = 50;

const propose = tool({
  name: "propose_changes",
  title: "Propose changes to a draft",
  description:
    "Proposes changes to the words of a draft. They are shown in its text under the name of the key's owner and of the key, and a person accepts or rejects each. Nothing is changed by this. A change that has no certain place is refused with the reason, and the others stand.",
  scope: "drafts:propose",
  proposes: true,
  input: z.object({
    draft_id: draftId,
    version: z
      .int()
      .min(1)
      .describe("The version that was read. If the draft has a newer one, nothing is proposed: read it again."),
    changes: z
      .array(
        z.object({
          original: z.string().min(1).max(commentedWordsMax).describe("The words to replace, copied exactly from the draft."),
          replacement: z.string().max(commentedWordsMax).describe("What to put there; empty to delete."),
          reason: z.string().trim().max(suggestionReasonMax).default("").describe("What changed and why, in one sentence."),
          section: z.string().max(20).optional().describe("Id of the section it is in."),
        }),
      )
      .min(1)
      .max(mostChanges),
  }),
  output: z.object({
    proposed: z.array(z.object({ index: z.int(), id: z.uuid() })).describe("By their place in changes, from 0."),
    refused: z.array(z.object({ index: z.int(), reason: z.string() })),
  }),
  find: findDraft,
  async run(given, { draft_id: id, version, changes: asked }, { draft }) {
    const { stet, me, signal } = given;
    stet.diskSpace.refuseWhenLow();
    if (!draft.mayPropose) throw problem("not-allowed", "The key’s owner can read this draft, but not propose changes to it.");
    if (draft.version !== version) throw problem("draft-changed");
    const changes = asked.map(storableChange);
    const pending = await pendingIn(given, id);
    const located = await longWork(me, "locateChanges", { document: draft.document, pending, changes }, signal);
    const proposed: { index: number; id: string }[] = [];
    const refused: { index: number; reason: string }[] = [];
    const suggestions = located.flatMap((one, index) => {
      if ("refused" in one) {
        refused.push({ index, reason: one.refused });
        return [];
      }
      const suggestion = { id: uuidv7(), ...one, reason: changes[index]!.reason };
      proposed.push({ index, id: suggestion.id });
      return [suggestion];
    });
    if (suggestions.length > 0) {
      await changeSuggestions(me, stet.db, { draftId: id, made: { replaces: [], suggestions } });
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId: id });
    }
    return { proposed, refused };
  },
});

function storableChange({ original, replacement, reason, section }: AskedChange): AskedChange {
  return { original: storable(original), replacement: storable(replacement), reason: storable(reason), section };
}

export const draftTools = [list, read, propose];

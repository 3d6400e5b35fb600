/*
 * The open document an agent works on: read from the draft when work begins, and reread before a
 * tool uses it if it was saved since.
 */
import { AgentDocument } from "#core/agent/agent-document.ts";
import { whereOf } from "#core/agent/agent-sections.ts";
import { agentLimits, type AgentChange } from "#core/agent/agent.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentText } from "#core/document/document-text.ts";
import type { Section } from "#core/agent/agent-sections.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getDraft, getDraftVersion } from "../data/drafts/drafts.ts";
import { listPending } from "../data/drafts/proposed-changes.ts";
import type { Db } from "../db/database.ts";

export type Desk = {
  /** See ProposeResult. */
  readonly work: string;
  readonly name: string;
  readonly applies: boolean;
  readonly document: AgentDocument;
  refresh(): Promise<void>;
};

type DeskGiven = {
  me: Person;
  db: Db;
  chatId: string;
  work: string;
  draftId: string;
  applies: boolean;
  changes: readonly AgentChange[];
};

/** Throws 404 if the draft is gone, and a refusal if it is read-only. */
export async function openDesk({ me, db, chatId, work, draftId, applies, changes }: DeskGiven): Promise<Desk> {
  const draft = await getDraft(me, db, draftId, chatId);
  if (!draft.canChange) throw problem("not-allowed", "You can read this draft, but not change it.");
  const pending = () => listPending(me, db, { draftId, work });
  const document = new AgentDocument(storedDocument(draft.document), { applies, changes, pending: await pending() });
  let { version } = draft;
  return {
    work,
    name: draft.name,
    applies,
    document,
    async refresh() {
      if ((await getDraftVersion(me, db, draftId)) === version) return;
      const now = await getDraft(me, db, draftId, chatId);
      version = now.version;
      document.refresh(storedDocument(now.document), await pending());
    },
  };
}

/** A stretch of the document: the named sections and what lies between them. */
export type Stretch = { sections: Section[]; start: number; text: string; where: string };

/** Throws a message that the model can act on. */
export function stretchOf({ document }: Desk, ids: readonly string[]): Stretch {
  const named = ids.map((id) => {
    const section = document.section(id);
    if (section === undefined) throw new Error(`There is no section ${JSON.stringify(id.slice(0, 20))}. ${rangeOfIds(document)}`);
    return section;
  });
  const start = Math.min(...named.map((section) => section.start));
  const end = Math.max(...named.map((section) => section.end));
  const sections = document.sections.filter((section) => section.start >= start && section.end <= end);
  return { sections, start, text: document.textOf({ start, end }), where: whereOf(sections) };
}

export function wholeOf({ document }: Desk): Stretch {
  const { text } = documentText(document.document);
  return { sections: [...document.sections], start: 0, text, where: "" };
}

export function refuseTooMuch({ sections, text }: Stretch): void {
  const words = sections.reduce((sum, section) => sum + section.words, 0);
  if (text.length > agentLimits.charactersChecked)
    throw new Error(`These sections have ${words.toLocaleString("en")} words. Take fewer at a time.`);
}

function rangeOfIds({ sections }: AgentDocument): string {
  return sections.length === 0 ? "The document is empty." : `The sections are s1 to s${sections.length}.`;
}

/** The section containing a passage, if exactly one does. */
export function sectionOf({ sections, start, text }: Stretch, passage: string): string | undefined {
  const at = text.indexOf(passage);
  if (at < 0) return undefined;
  return sections.find((section) => section.start <= start + at && start + at + passage.length <= section.end)?.id;
}

/*
 * A draft as a program reads it and proposes changes to it: in the sections and by the rules of an agent, without a run.
 * No I/O: a long draft is worked on in a thread.
 */
import { AgentDocument, rangeOfChange, type Pending } from "#core/agent/agent-document.ts";
import { sectionText } from "#core/agent/agent-sections.ts";
import { agentLimits } from "#core/agent/agent.ts";
import { besideOf } from "#core/changes/patch.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentText } from "#core/document/document-text.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";

/** `document` as JSON text; `pending`: what is proposed in it and not decided. */
type Given = { document: string; pending: readonly Pending[] };

export type SectionRead = { id: string; text: string; pending: { original: string; replacement: string }[] };
export type DraftRead = { outline: { id: string; title: string; words: number }[]; sections: SectionRead[] } | { refusal: string };

/** The outline, and the text of these sections. */
export function readDraft({ document, pending, sections: ids }: Given & { sections: readonly string[] }): DraftRead {
  const seen = opened({ document, pending });
  const wanted = [...new Set(ids)].map((id) => ({ id, section: seen.section(id) }));
  const unknown = wanted.find(({ section }) => section === undefined);
  if (unknown !== undefined)
    return { refusal: `The draft has no section ${unknown.id}: its sections are s1 to s${seen.sections.length}.` };
  const sections = wanted.flatMap(({ section }) => section ?? []);
  const words = sections.reduce((sum, one) => sum + one.words, 0);
  const most = agentLimits.wordsRead.toLocaleString("en");
  if (words > agentLimits.wordsRead && sections.length > 1)
    return { refusal: `These sections have ${words.toLocaleString("en")} words. Read at most ${most} at a time.` };
  return {
    outline: seen.sections.map((one) => ({ id: one.id, title: one.title, words: one.words })),
    sections: sections.map((section) => {
      return { id: section.id, text: sectionText(seen.document, section), pending: seen.pendingIn(section) };
    }),
  };
}

export type AskedChange = { original: string; replacement: string; reason: string; section?: string | undefined };
/** For each change, where it is in the draft, or why it can't be proposed. */
export type Located = { anchor: AnchorGiven; replacement: string } | { refused: string };

export function locateChanges({ document, pending, changes }: Given & { changes: readonly AskedChange[] }): Located[] {
  const seen = opened({ document, pending });
  const base = storedDocument(JSON.parse(document));
  const { text } = documentText(base);
  return changes.map(({ original, replacement, reason, section }) => {
    const done = seen.propose({ original, replacement, summary: reason, section, isDecision: false });
    if ("refused" in done) return done;
    const place = rangeOfChange(base, done.change);
    if (place === null) return { refused: "This passage is not in one place of the draft. Quote it in parts." };
    const anchor = { quote: text.slice(place.start, place.end), ...besideOf(text, place), start: place.start };
    return { anchor, replacement: done.change.replacement };
  });
}

function opened({ document, pending }: Given): AgentDocument {
  return new AgentDocument(storedDocument(JSON.parse(document)), { applies: false, changes: [], pending });
}

/*
 * The checks' findings by kind. A click scrolls to the words; if there is only one
 * possible correction, it is proposed in the text, to be applied or rejected there.
 */
import type { Editor } from "@tiptap/core";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { checkGroups, type CheckGroup, type ShownFinding } from "#core/clauses/document-checks.ts";
import { documentText, textOffset } from "#core/document/document-text.ts";
import { patchesFromFindings } from "#core/changes/finding-patches.ts";
import { useOpenDocument } from "../../chat/open-document.ts";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { placeOf } from "./check-plugin.ts";
import { openFootnote } from "../nodes/footnotes.ts";
import { scrollTo } from "../find/find-plugin.ts";
import { ProseSection } from "./prose-section.tsx";
import { countOf, type Checks as State } from "./use-checks.ts";
import type { Prose } from "./use-prose.ts";

const groups = [...checkGroups, "style"] as const;
const groupNames: Record<CheckGroup | "style", string> = {
  terms: "Defined terms",
  references: "References",
  numbering: "Numbering",
  figures: "Figures and dates",
  marks: "Marks and spaces",
  style: "House style",
};

/** The rest of a kind is shown on demand. */
const shownAtFirst = 20;

type ChecksProps = { editor: Editor; checks: State; prose: Prose; onGone: () => void };

/** `onGone`: the reader moved to the text. */
export function Checks({ editor, checks: { findings, remarks, hasFailed }, prose, onGone }: ChecksProps) {
  if (hasFailed) return <p className="px-5 py-6 text-ink-soft">The text could not be checked in this browser.</p>;
  if (findings === null) return <p className="px-5 py-6 text-ink-soft">Checking the text…</p>;
  return (
    <div className="pb-6">
      <p className="px-5 py-4 text-ink-soft" role="status">
        {findings.length === 0
          ? "No issues found. Terms, references, numbering, figures and punctuation are checked as you write."
          : `${countOf(findings)} to look at. Nothing is changed automatically.`}
      </p>
      {groups.map((group) => {
        const own = findings.filter((one) => one.group === group);
        return own.length > 0 && <Group key={group} editor={editor} name={groupNames[group]} findings={own} onGone={onGone} />;
      })}
      {remarks.length > 0 && <Remarks editor={editor} remarks={remarks} onGone={onGone} />}
      <ProseSection editor={editor} prose={prose} onGone={onGone} />
    </div>
  );
}

type RemarksProps = { editor: Editor; remarks: readonly ShownFinding[]; onGone: () => void };

/** Closed at first: most of these are names. */
function Remarks({ editor, remarks, onGone }: RemarksProps) {
  return (
    <details className="border-t border-rule pt-1 pb-2">
      <summary className="cursor-pointer px-5 py-2 text-xs text-ink-soft touch-target">
        Possible terms: capitalized, used once or twice <span className="float-right tabular-nums">{remarks.length}</span>
      </summary>
      <ul className="px-2">
        {remarks.map((remark) => (
          <Row key={`${remark.start} ${remark.words}`} editor={editor} finding={remark} onGone={onGone} />
        ))}
      </ul>
    </details>
  );
}

type GroupProps = { editor: Editor; name: string; findings: readonly ShownFinding[]; onGone: () => void };

function Group({ editor, name, findings, onGone }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? findings : findings.slice(0, shownAtFirst);
  return (
    <section aria-label={name} className="border-t border-rule pt-3 pb-2">
      <h3 className="flex justify-between px-5 pb-1 text-xs text-ink-soft">
        {name} <span className="tabular-nums">{findings.length}</span>
      </h3>
      <ul className="px-2">
        {shown.map((finding) => (
          <Row key={`${finding.start} ${finding.message}`} editor={editor} finding={finding} onGone={onGone} />
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button variant="quiet" size="small" className="mx-2.5 mt-1" onClick={() => setShowsAll(true)}>
          {`Show ${findings.length - shown.length} more`}
        </Button>
      )}
    </section>
  );
}

function Row({ editor, finding, onGone }: { editor: Editor; finding: ShownFinding; onGone: () => void }) {
  const open = useOpenDocument();
  const { before, words, after, message, replacement } = finding;
  function go(): boolean {
    const place = placeOf(editor.state, finding);
    if (!place) {
      showToast({ kind: "info", text: "These words have changed. The text is being checked again." });
      return false;
    }
    const at = editor.state.doc.resolve(place.from);
    if (at.parent.type.name === "footnote") openFootnote(editor.view, at.before());
    else {
      editor.commands.setTextSelection(place);
      editor.view.focus();
      scrollTo(editor.view, place.from);
    }
    onGone();
    return true;
  }
  function propose() {
    const patch = patchFor(editor, finding);
    if (!go()) return;
    if (patch) open?.propose(`check ${finding.start} ${message}`, "", [patch], { model: "Stet’s checks", prompt: message });
    else showToast({ kind: "info", text: "These words appear in too many places to propose a change. Edit the text directly." });
  }
  return (
    <li className="rounded-lg hover:bg-wash">
      <button type="button" className="block w-full rounded-lg px-3 py-2 text-left touch-target" onClick={go}>
        <span className="block font-serif text-ink-soft">
          {before}
          <mark className="checked-words">{words}</mark>
          {after}
        </span>
        <span className="mt-0.5 block text-sm">{message}</span>
      </button>
      {replacement !== null && open && (
        <Button
          variant="quiet"
          size="small"
          className="mb-1.5 ml-0.5"
          aria-label={`Propose the change: ${message}`}
          onClick={propose}
        >
          <PenLine /> Propose the change
        </Button>
      )}
    </li>
  );
}

/** Quotes enough surrounding text to make the passage unique. */
function patchFor(editor: Editor, finding: ShownFinding) {
  const place = placeOf(editor.state, finding);
  if (!place) return null;
  const { doc } = editor.state;
  const shown = documentText(doc);
  const { text } = shown;
  const [start, end] = [textOffset(shown, doc, place.from), textOffset(shown, doc, place.to)];
  const { words: original, replacement, message: reason } = finding;
  const [patch] = patchesFromFindings(text, [
    { start, end, original, replacement, reason, kind: "style", rule: finding.group, sure: true },
  ]);
  return patch ?? null;
}

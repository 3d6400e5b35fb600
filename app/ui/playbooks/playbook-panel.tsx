/* The draft held against a playbook: for each rule which position its words meet, the words, and the change proposed in the text. */
import type { Editor } from "@tiptap/core";
import { ShieldCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { positionWords, type CheckedRule, type PlaybookCheck, type RulePosition } from "#core/playbooks/playbook.ts";
import type { LibraryPage, TemplateSummary } from "#core/templates/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { showPassage, showProposal } from "../editor/changes/show-passage.ts";
import { Button } from "../kit/button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { onUpdate } from "../updates.ts";

type PanelProps = { editor: Editor; draftId: string; canChange: boolean; onSave: () => Promise<unknown>; onGone: () => void };

export function PlaybookPanel({ editor, draftId, canChange, onSave, onGone }: PanelProps) {
  const { check, reload } = useCheck(draftId);
  if (check === undefined) return <Spinner label="Opening the check" className="mx-auto my-8" />;
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      {canChange && (
        <Begin
          draftId={draftId}
          before={check?.name ?? null}
          isBusy={check !== null && check.state !== null && check.state !== "failed"}
          onSave={onSave}
          onBegun={reload}
        />
      )}
      {check === null ? (
        <p className="text-ink-soft text-pretty">
          {canChange
            ? "Hold this draft against what you accept. Each rule shows the words it rests on, and changes are proposed in the text for you to decide."
            : "This draft has not been held against a playbook."}
        </p>
      ) : (
        <Result check={check} editor={editor} onGone={onGone} />
      )}
    </div>
  );
}

const news = new Set<string>(["jobs", "reconnected"]);

/** Undefined until it has been read. */
function useCheck(draftId: string) {
  const [check, setCheck] = useState<PlaybookCheck | null | undefined>(undefined);
  const reload = useCallback(
    () =>
      ask<{ check: PlaybookCheck | null }>(`/api/drafts/${draftId}/playbook-check`).then(
        (found) => setCheck(found.check),
        (error: unknown) => void showToast({ kind: "error", text: sentenceOf(problemIn(error)) }),
      ),
    [draftId],
  );
  useEffect(() => {
    void reload();
    return onUpdate((update) => {
      const isNews = update.type === "draft-changes" ? update.draftId === draftId : news.has(update.type);
      if (isNews) void reload();
    });
  }, [draftId, reload]);
  return { check, reload };
}

type BeginProps = {
  draftId: string;
  /** The name of the playbook that was chosen last. */
  before: string | null;
  isBusy: boolean;
  onSave: () => Promise<unknown>;
  onBegun: () => Promise<void>;
};

function Begin({ draftId, before, isBusy, onSave, onBegun }: BeginProps) {
  const [playbooks, setPlaybooks] = useState<readonly TemplateSummary[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    let isHere = true;
    ask<LibraryPage & { builtIn: TemplateSummary[] }>("/api/library/templates?shelf=playbooks").then(
      ({ templates, builtIn }) => isHere && setPlaybooks([...templates, ...builtIn]),
      (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }),
    );
    return () => void (isHere = false);
  }, []);

  async function begin(playbookId: string) {
    setAsking(true);
    try {
      // The check reads the draft as it is stored.
      await onSave();
      await ask(`/api/drafts/${draftId}/playbook-check`, { body: { playbookId } });
      await onBegun();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setAsking(false);
    }
  }
  if (playbooks === null) return null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(String(new FormData(event.currentTarget).get("playbook")));
      }}
    >
      <SelectField label="Playbook" name="playbook" defaultValue={playbooks.find(({ name }) => name === before)?.id}>
        {playbooks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" variant={before !== null ? "outline" : "primary"} pending={isAsking} disabled={isBusy}>
          <ShieldCheck /> {before !== null ? "Check again" : "Check this draft"}
        </Button>
      </div>
    </form>
  );
}

function Result({ check, editor, onGone }: { check: PlaybookCheck; editor: Editor; onGone: () => void }) {
  const done = check.rules.filter(({ finding }) => finding !== null).length;
  const isAtWork = check.state !== null && check.state !== "failed";
  return (
    <section aria-label={check.name}>
      <h3 className="font-medium text-pretty">{check.name}</h3>
      <p className="mt-0.5 text-xs text-ink-faint">
        Checked by {check.by ?? "someone who has left"} on <time dateTime={check.at}>{check.at.slice(0, 10)}</time>
      </p>
      {check.state === "failed" ? (
        <p role="alert" className="mt-2 text-danger text-pretty">
          {check.problem}
        </p>
      ) : (
        <p aria-live="polite" className="mt-2 text-ink-soft">
          {isAtWork ? `${done} of ${check.rules.length} rules checked …` : summaryOf(check.rules)}
        </p>
      )}
      {isAtWork && (
        <progress aria-label="Rules checked" value={done} max={check.rules.length} className="mt-2 h-1.5 w-full accent-blue" />
      )}
      <ol className="mt-3 flex flex-col divide-y divide-rule border-y border-rule">
        {check.rules.map((rule) => (
          <li key={rule.rule.title} className="py-3.5">
            <Rule checked={rule} editor={editor} onGone={onGone} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Rule({
  checked: { rule, finding, proposed },
  editor,
  onGone,
}: {
  checked: CheckedRule;
  editor: Editor;
  onGone: () => void;
}) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-medium text-pretty">{rule.title}</h4>
        <span className={`shrink-0 text-xs font-medium ${finding === null ? "text-ink-faint" : looks[finding.position]}`}>
          {finding === null ? "Waiting" : positionWords(finding)}
        </span>
      </div>
      {finding !== null && finding.note !== "" && <p className="mt-1 text-ink-soft text-pretty">{finding.note}</p>}
      {finding?.sources.map((source) => (
        <button
          key={`${source.start} ${source.quoted}`}
          type="button"
          disabled={source.start === undefined}
          title="Show in the text"
          onClick={() => showPassage(editor, source.words ?? source.quoted) && onGone()}
          className="mt-2 block w-full border-l-2 border-rule-strong pl-3 text-left font-serif text-pretty enabled:hover:border-blue"
        >
          {source.words ?? source.quoted}
        </button>
      ))}
      {proposed !== null && "suggestionId" in proposed && (
        <Button size="small" className="mt-2.5" onClick={() => showProposal(editor, proposed.suggestionId) && onGone()}>
          Show the change
        </Button>
      )}
      {proposed !== null && "refused" in proposed && (
        <p className="mt-2 text-xs text-ink-faint text-pretty">No change could be proposed: {proposed.refused}</p>
      )}
    </>
  );
}

const looks: Record<RulePosition, string> = {
  standard: "text-insert",
  fallback: "text-warn",
  outside: "text-danger",
  absent: "text-danger",
  unclear: "text-warn",
  failed: "text-danger",
};

function summaryOf(rules: readonly CheckedRule[]): string {
  const met = rules.filter(({ finding }) => finding?.position === "standard").length;
  const changes = new Set(rules.flatMap(({ proposed }) => (proposed && "suggestionId" in proposed ? [proposed.suggestionId] : [])))
    .size;
  const said = `${met} of ${rules.length} rules meet the standard.`;
  if (changes === 0) return said;
  return `${said} ${changes === 1 ? "One change is" : `${changes} changes are`} proposed in the text.`;
}

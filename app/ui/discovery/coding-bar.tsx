/* What is said of the document that is open: by buttons or their keys, with who said it and when. */
import { Plus } from "lucide-react";
import { useEffect, useEffectEvent, useState, type SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import { codeKeys, codeName, codes, codeWords, isCode, type Code, type Issue } from "#core/discovery/coding.ts";
import type { CollectedDocument, Collection } from "#core/discovery/discovery.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { momentOf } from "../organizations/dates.ts";
import { isTyping } from "./document-list.tsx";
import { useCoding } from "./use-coding.ts";

type BarProps = { collection: Collection; document: CollectedDocument };

export function CodingBar({ collection: { id, mayWrite, issues }, document }: BarProps) {
  const code = useCoding(id);
  const own = new Set(document.codes);
  /** `issue`: its name, where it was just made and is in no list yet. */
  async function toggle(one: string, issue?: string) {
    const isSet = own.has(one);
    const name = issue ?? (isCode(one) ? codeWords[one].toLowerCase() : codeName(one, issues));
    const change = { documentIds: [document.id], set: isSet ? [] : [one], clear: isSet ? [one] : [] };
    await code(change, () => `${document.number}: ${isSet ? "not " : ""}${name}`);
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!mayWrite || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const found = codes.find((one) => codeKeys[one] === event.key);
    if (found === undefined) return;
    event.preventDefault();
    void toggle(found);
  });
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <section aria-label="Coding" className="mt-5">
      <div className="flex flex-wrap items-center gap-2">
        {codes.map((one) => (
          <CodeButton key={one} code={one} isOn={own.has(one)} mayWrite={mayWrite} onPress={() => void toggle(one)}>
            {codeWords[one]}
          </CodeButton>
        ))}
        {issues.map(({ id: issueId, name }) => (
          <CodeButton key={issueId} isOn={own.has(issueId)} mayWrite={mayWrite} onPress={() => void toggle(issueId)}>
            {name}
          </CodeButton>
        ))}
        {mayWrite && <NewIssue collectionId={id} onMade={(issueId, name) => void toggle(issueId, name)} />}
      </div>
      <History document={document} issues={issues} />
    </section>
  );
}

type ButtonProps = { code?: Code; isOn: boolean; mayWrite: boolean; onPress: () => void; children: string };

function CodeButton({ code, isOn, mayWrite, onPress, children }: ButtonProps) {
  if (!mayWrite && !isOn) return null;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={code === undefined ? undefined : codeKeys[code].toUpperCase()}
      disabled={!mayWrite}
      onClick={onPress}
      className="flex h-9 items-center gap-2 rounded-full border border-rule px-3.5 text-ink-soft transition-colors touch-target enabled:hover:border-rule-strong enabled:hover:text-ink aria-pressed:border-blue aria-pressed:bg-blue-soft aria-pressed:text-blue"
    >
      <span dir="auto" className="max-w-50 truncate">
        {children}
      </span>
      {code !== undefined && mayWrite && (
        <span aria-hidden="true" className="max-lg:hidden">
          <Kbd shortcut={codeKeys[code]} isFixed />
        </span>
      )}
    </button>
  );
}

function NewIssue({ collectionId, onMade }: { collectionId: string; onMade: (id: string, name: string) => void }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  async function add(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    try {
      const { id } = await ask<{ id: string }>(`/api/discovery/${collectionId}/issues`, { body: { name } });
      setOpen(false);
      await revalidate();
      onMade(id, name);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  if (!isOpen)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Plus /> Issue
      </Button>
    );
  return (
    <form onSubmit={(event) => void add(event)} className="flex items-center gap-2">
      <TextField label="Issue" hideLabel name="name" required maxLength={80} placeholder="Issue" autoFocus autoComplete="off" />
      <Button type="submit">Add issue</Button>
    </form>
  );
}

function History({ document: { changes }, issues }: { document: CollectedDocument; issues: readonly Issue[] }) {
  const [first] = changes;
  if (first === undefined) return null;
  return (
    <details className="mt-2 text-sm text-ink-soft">
      <summary className="inline-flex cursor-pointer touch-target hover:text-ink">
        Coded by {first.by ?? "someone who has left"}, {momentOf(first.at)}
      </summary>
      <ol className="mt-1.5 flex flex-col gap-1">
        {changes.map(({ code, isSet, by, at }) => (
          <li key={`${at} ${code} ${isSet}`}>
            {momentOf(at)} · {by ?? "Someone who has left"} · {isSet ? "set" : "took away"} {codeName(code, issues)}
          </li>
        ))}
      </ol>
    </details>
  );
}

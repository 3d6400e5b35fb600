/*
 * What a slash in the composer offers: prompts, templates and clauses of the library, and contacts as context. The focus stays in the field; arrows
 * move, Enter or Tab chooses, Escape returns to writing. What has fields opens its form first.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { ownProblem } from "#core/workspace/own-problems.ts";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { Inserted } from "../library/insert-dialog.tsx";
import { setText } from "./field-text.ts";
import { SlashChoices, type Choice } from "./slash-choices.tsx";
import { slashBefore, type Slash } from "./slash-before.ts";

const library = () => import("../library/insert-dialog.tsx");
const MentionContact = late(() => import("../contacts/mention-contact.tsx")).part("MentionContact");
const InsertDialog = late(library).part("InsertDialog");

type Field = { field: RefObject<HTMLTextAreaElement | null> };
type SlashProps = Field & { onFiles: (files: File[]) => void };
type Range = { from: number; to: number };

export function ComposerSlash({ field, onFiles }: SlashProps) {
  const { slash, dismiss } = useSlash(field);
  const [filling, setFilling] = useState<{ id: string; range: Range } | null>(null);

  const [mentioning, setMentioning] = useState<{ id: string; range: Range } | null>(null);
  const hasFilled = useHasOpened(filling !== null);

  function put({ from, to }: Range, text: string) {
    const element = field.current!;
    setText(element, element.value.slice(0, from) + text + element.value.slice(to));
    // The dialog returns the focus first.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(from + text.length, from + text.length);
    });
  }
  function take({ id, shelf }: Choice) {
    const range = { from: slash!.from, to: field.current!.selectionEnd };
    dismiss();
    if (shelf === "prompts") void takePrompt(id, range);
    else if (shelf === "contacts") setMentioning({ id, range });
    else setFilling({ id, range });
  }
  async function takePrompt(id: string, range: Range) {
    const typed = () => field.current!.value.slice(range.from, range.to);
    const before = typed();
    const parts = await library().catch(() => null);
    if (parts === null) return void showToast({ kind: "error", text: ownProblem("no-connection").title });
    const prompt = await parts.getPrompt(id);
    if (prompt === null) return;
    if (prompt.fields.length > 0) setFilling({ id, range });
    // What was written meanwhile stays.
    else if (typed() === before) put(range, prompt.body);
  }
  function insert({ markdown }: Inserted) {
    setFilling(null);
    put(filling!.range, markdown);
  }
  function mention(file: File, name: string) {
    setMentioning(null);
    put(mentioning!.range, name);
    onFiles([file]);
  }
  return (
    <>
      {mentioning !== null && <MentionContact contactId={mentioning.id} onAdd={mention} onClose={() => setMentioning(null)} />}
      {slash !== null && <SlashChoices key={slash.from} field={field} query={slash.query} onTake={take} onDismiss={dismiss} />}
      {hasFilled && (
        <InsertDialog
          hasTypedNumbers
          open={filling !== null}
          templateId={filling?.id ?? null}
          onClose={() => setFilling(null)}
          onInsert={insert}
        />
      )}
    </>
  );
}

/** The slash before the caret, until the writer has dismissed it or gone elsewhere. */
function useSlash(field: RefObject<HTMLTextAreaElement | null>) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const dismissed = useRef<number | null>(null);
  useEffect(() => {
    const element = field.current!;
    function look() {
      const found = slashBefore(element);
      if (found === null) dismissed.current = null;
      setSlash(found !== null && dismissed.current === found.from ? null : found);
    }
    const leave = () => setSlash(null);
    look();
    element.addEventListener("input", look);
    element.addEventListener("blur", leave);
    return () => {
      element.removeEventListener("input", look);
      element.removeEventListener("blur", leave);
    };
  }, [field]);
  function dismiss() {
    dismissed.current = slash?.from ?? null;
    setSlash(null);
  }
  return { slash, dismiss };
}

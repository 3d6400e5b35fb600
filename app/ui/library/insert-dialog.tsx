/*
 * Inserts a template, or one of its clauses, where the reader writes: it is found, its form filled in, and the text
 * handed over as Markdown with clauses as a draft has them.
 */
import { useEffect, useId, useState } from "react";
import { readClause, type LibraryClause } from "#core/templates/clause-file.ts";
import { withTypedNumbers } from "#core/templates/fill-template.ts";
import { readPrompt, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { withOwnAnchors } from "#core/templates/template-parts.ts";
import { readTemplate } from "#core/templates/template-file.ts";
import type { Template } from "#core/templates/template.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { ClauseVariants } from "./clause-variants.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { LibrarySearch } from "./library-search.tsx";
import { PromptForm } from "./prompt-form.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { useInsertion } from "./use-insertion.ts";

export { getPrompt } from "./prompts.ts";

export type Inserted = { name: string; markdown: string };

type InsertDialogProps = {
  open: boolean;
  /** Of a template that has been chosen already. */
  templateId?: string | null;
  /** Words for which clauses are offered until a name is searched for. */
  similarTo?: string | null;
  /** Numbers of clauses are typed where they aren’t automatic: in a chat. */
  hasTypedNumbers?: boolean;
  onClose: () => void;
  onInsert: (inserted: Inserted) => void;
};

export function InsertDialog({ open, onClose, onInsert, hasTypedNumbers = false, ...rest }: InsertDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Insert from the library"
      description="A clause, a whole template, or a part of one."
      size="medium"
      isHigh
    >
      {open && (
        <Steps
          {...rest}
          onInsert={({ name, markdown }) => onInsert({ name, markdown: hasTypedNumbers ? withTypedNumbers(markdown) : markdown })}
          onPrompt={onInsert}
        />
      )}
    </Dialog>
  );
}

type StepsProps = Omit<InsertDialogProps, "open" | "onClose" | "hasTypedNumbers"> & { onPrompt: (inserted: Inserted) => void };

function Steps({ templateId = null, similarTo = null, onInsert, onPrompt }: StepsProps) {
  const [id, setId] = useState(templateId);
  const [item, setItem] = useState<Insertable | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isHere = true;
    ask<{ source: string }>(`/api/library/templates/${id}`).then(
      ({ source }) => {
        const [template, clause, prompt] = [readTemplate(source), readClause(source), readPrompt(source)];
        if (!isHere) return;
        if ("clause" in clause) setItem(clause);
        else if ("prompt" in prompt) setItem(prompt);
        else if ("template" in template) setItem(template);
      },
      (error: unknown) => {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        if (isHere) setId(null);
      },
    );
    return () => void (isHere = false);
  }, [id]);
  function back() {
    setItem(null);
    setId(null);
  }
  if (id === null) return <LibrarySearch shelves={insertable} similarTo={similarTo} onChoose={setId} />;
  if (item === null) return <Spinner label="Opening it" className="mx-auto my-8" />;
  if ("clause" in item) return <ClauseVariants clause={item.clause} onBack={back} onInsert={onInsert} />;
  if ("prompt" in item) {
    const { prompt } = item;
    return <PromptForm prompt={prompt} onBack={back} onTake={(text) => onPrompt({ name: prompt.name, markdown: text })} />;
  }
  return <Form template={item.template} onBack={back} onInsert={onInsert} />;
}

const insertable = ["clauses", "templates"] as const;
type Insertable = { template: Template } | { clause: LibraryClause } | { prompt: LibraryPrompt };
const newSuffix = () => Math.random().toString(36).slice(2, 6);

type FormProps = { template: Template; onBack: () => void; onInsert: (inserted: Inserted) => void };

function Form({ template, onBack, onInsert }: FormProps) {
  const selectId = useId();
  const insertion = useInsertion(template);
  const { at, setAt, clauses, fields } = insertion;
  function insert(): boolean {
    const markdown = insertion.take();
    if (markdown !== null) onInsert({ name: template.name, markdown: withOwnAnchors(markdown, newSuffix()) });
    return markdown !== null;
  }
  return (
    <DialogForm
      title={template.name}
      lang={template.language}
      back="Other templates"
      onBack={onBack}
      focusOn="h3"
      action="Insert"
      onSubmit={insert}
    >
      <div className="flex flex-col gap-5">
        {clauses.length > 1 && (
          <div>
            <label htmlFor={selectId} className="mb-1.5 block font-medium">
              What to insert
            </label>
            <select
              id={selectId}
              value={at ?? ""}
              onChange={(event) => setAt(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
              className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 text-ink max-sm:text-base pointer-coarse:h-11"
            >
              <option value="">The whole text</option>
              {clauses.map(({ id, name }, i) => (
                <option key={id} value={i} lang={template.language}>
                  Clause {id}: {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <TemplateFields
          fields={fields}
          asked={insertion.asked}
          values={insertion.values}
          refusals={insertion.refusals}
          isComplaining={insertion.isComplaining}
          onChange={insertion.setValues}
        />
        <p className="text-ink-faint">What you leave empty stays in [brackets].</p>
      </div>
    </DialogForm>
  );
}

/* A template to fill in: the form on one side, the text as it will be on the other. */
import { ArrowLeft, FilePlus2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { jurisdictionWords } from "#core/templates/library.ts";
import { askedFields, fillTemplate, shownFields } from "#core/templates/fill-template.ts";
import { refusalsOf, valuesOf } from "#core/templates/field-values.ts";
import type { Template } from "#core/templates/template.ts";
import { Button } from "../kit/button.tsx";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { Standing, type StandingFacts } from "./standing.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { TemplateMenu } from "./template-menu.tsx";
import { useEntered } from "./use-entered.ts";

const TemplatePreview = late(() => import("./template-preview.tsx")).part("TemplatePreview");
const CreateDraftDialog = late(() => import("../drafts/create-draft-dialog.tsx")).part("CreateDraftDialog");

type TemplatePageProps = StandingFacts & { source: string; template: Template; isBuiltIn: boolean; mayMake: boolean };

export function TemplatePage({ source, template, isBuiltIn, mayMake, ...facts }: TemplatePageProps) {
  const { id, canChange } = facts;
  const place = useWorkspace();
  const [entered, setValues] = useEntered(id);
  const values = useMemo(() => valuesOf(template, entered), [template, entered]);
  const [isShowingText, setShowingText] = useState(false);
  const [isComplaining, setComplaining] = useState(false);
  const [draft, setDraft] = useState<{ text: string; projectId: null } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const hasOpened = useHasOpened(draft !== null);

  const asked = useMemo(() => askedFields(template, values), [template, values]);
  const refusals = useMemo(() => refusalsOf(template, values), [template, values]);
  const { markdown, open } = useMemo(() => fillTemplate(template, values, "marked"), [template, values]);
  const shown = useMemo(() => shownFields(template, values, asked), [template, values, asked]);
  const wrong = Object.keys(refusals).filter((key) => asked.has(key) || asked.has(key.split(".")[0]!));

  function create() {
    setComplaining(true);
    if (wrong.length > 0) {
      setShowingText(false);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setDraft({ text: fillTemplate(template, values).markdown, projectId: null });
  }
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-320 px-5 pt-6 pb-20">
        <Link
          to={place.path("/library")}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> Library
        </Link>
        <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 max-w-160">
            <h1 lang={template.language} className="font-serif text-display break-words">
              {template.name}
            </h1>
            <p lang={template.language} className="mt-1 text-ink-soft text-pretty">
              {template.summary}
            </p>
          </div>
          <div className="flex items-center gap-2">
            {mayMake && (
              <Button variant="primary" onClick={create}>
                <FilePlus2 /> Create draft
              </Button>
            )}
            <TemplateMenu
              id={id}
              name={template.name}
              source={source}
              isBuiltIn={isBuiltIn}
              canChange={canChange}
              mayMake={mayMake}
              standing={facts}
            />
          </div>
        </header>
        <Standing {...facts} isBuiltIn={isBuiltIn} hasWording />
        <Progress template={template} places={open.length} wrong={isComplaining ? wrong.length : 0} />
        <div className="mt-6 flex gap-2 lg:hidden" role="group" aria-label="View">
          <Button size="small" aria-pressed={!isShowingText} className={tabClass} onClick={() => setShowingText(false)}>
            Fill in
          </Button>
          <Button size="small" aria-pressed={isShowingText} className={tabClass} onClick={() => setShowingText(true)}>
            Read
          </Button>
        </div>
        <div className="mt-6 grid items-start gap-x-10 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
          <form
            ref={form}
            aria-label="Fields"
            className={isShowingText ? "max-lg:hidden" : ""}
            onSubmit={(event) => {
              event.preventDefault();
              create();
            }}
          >
            <TemplateFields
              fields={shown}
              asked={asked}
              values={values}
              refusals={refusals}
              isComplaining={isComplaining}
              onChange={setValues}
            />
          </form>
          <section
            aria-label="Text"
            // It scrolls by itself in a wide window, and keys must be able to.
            tabIndex={0}
            lang={template.language}
            className={`min-h-80 min-w-0 rounded-xl border border-rule bg-paper px-6 py-8 shadow-sm sm:px-10 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:scroll-thin ${isShowingText ? "" : "max-lg:hidden"}`}
          >
            <TemplatePreview markdown={markdown} />
          </section>
        </div>
      </div>
      {hasOpened && <CreateDraftDialog draft={draft} onClose={() => setDraft(null)} />}
    </main>
  );
}

function Progress({ template, places, wrong }: { template: Template; places: number; wrong: number }) {
  return (
    <div className="mt-4 flex flex-col gap-1 text-ink-faint">
      <p className="text-pretty">
        {jurisdictionWords[template.jurisdiction]}
        {template.written !== "" && (
          <>
            . Written for <span lang={template.language}>{template.written}</span>
          </>
        )}
        . Have it reviewed before you use it.
      </p>
      <p aria-live="polite" className={wrong > 0 ? "text-danger" : ""}>
        {wrong > 0
          ? `${wrong === 1 ? "One field" : `${wrong} fields`} can’t be used as entered. The notes below the fields say why.`
          : places === 0
            ? "Everything is filled in."
            : `${places === 1 ? "One place is" : `${places} places are`} still empty and will stay in [brackets].`}
      </p>
    </div>
  );
}

const tabClass = "aria-pressed:border-blue aria-pressed:bg-blue-soft aria-pressed:text-blue";

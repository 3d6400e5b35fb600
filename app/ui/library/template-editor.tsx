/* Writes something of the library: its file on one side, what is wrong with it or how it reads on the other. */
import { ArrowLeft, FileCode, History, Rows3 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { shelfOf, type LibraryShelf, type TemplateVersion } from "#core/templates/library.ts";
import { readLibraryFile } from "#core/templates/library-file.ts";
import { templateLimits } from "#core/templates/template.ts";
import { ask, problemIn, ProblemError, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import type { LibraryNames } from "../workflows/block-fields.tsx";
import { useKeptSource } from "./use-kept-source.ts";

// Most that is written here is no workflow.
const WorkflowBlocks = late(() => import("../workflows/workflow-blocks.tsx")).part("WorkflowBlocks");
const ItemPreview = late(() => import("./item-preview.tsx")).part("ItemPreview");

const things: Record<LibraryShelf, string> = {
  templates: "template",
  clauses: "clause",
  prompts: "prompt",
  playbooks: "playbook",
  questions: "questions",
  workflows: "workflow",
};
const hints: Record<LibraryShelf, string> = {
  templates:
    "The head names the fields; {{field}} puts one into the text, and {{#if field}} … {{/if}} keeps words only if the answer is yes, and {{#each list}} … {{/each}} repeats them for each row of a list.",
  clauses: "Above the first heading, say when to use which; below each heading “## …” is a variant.",
  prompts:
    "The text below the head is put into the composer. {{name}} is asked first; the head may say of what type it is, with a label and a default.",
  playbooks: "Each rule is a heading “## …” with a “### Standard”, and as many of “### Fallback” and “### Never” as it needs.",
  workflows: "Each step is a heading “## …” with a line “Do: …”. {{name}} stands for an input or the result of an earlier step.",
  questions: "Each column is a heading “## …” with its question, and a line “Answer: …” if the answer is not just text.",
};

/** Of a file that cannot be read at present. */
function shelfOfFile(source: string): LibraryShelf {
  const kind = /^kind:\s*(\w+)/mu.exec(source)?.[1];
  return shelfOf(kind ?? "");
}

/** `id` is null for a new one. */
type TemplateEditorProps = {
  id: string | null;
  source: string;
  version: number;
  versions: TemplateVersion[];
  /** Of which shelf a new one is. */
  shelf?: LibraryShelf;
  /** What a workflow may name. */
  library?: LibraryNames;
};

export function TemplateEditor({ id, source: stored, version: storedVersion, versions, ...props }: TemplateEditorProps) {
  const place = useWorkspace();
  const kept = useKeptSource(`edit.${id ?? `new.${props.shelf ?? "templates"}`}`, stored, storedVersion);
  const { source, edit } = kept;
  const [isChoosing, setChoosing] = useState(false);
  const read = useMemo(() => readLibraryFile(source), [source]);
  const shelf = "item" in read ? read.item.shelf : shelfOfFile(source);
  const { isSaving, save } = useSaving(id, kept, shelf);
  const [isText, setText] = useTextView(shelf);
  const thing = things[shelf];
  const fault = "refusal" in read ? { sentence: read.refusal, line: read.line ?? null } : null;
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-320 flex-col px-5 pt-6 pb-10">
        <Link
          to={place.path(backFrom(id, shelf))}
          className="-ml-2 inline-flex h-9 items-center gap-2 self-start rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> {id === null ? (shelf === "workflows" ? "Workflows" : "Library") : "Back"}
        </Link>
        <header className="mt-2 flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">{id === null ? `New ${thing}` : `Edit ${thing}`}</h1>
          <div className="flex flex-wrap gap-2">
            {shelf === "workflows" && <ViewSwitch isText={isText} onChange={setText} />}
            {versions.length > 1 && (
              <Button variant="quiet" onClick={() => setChoosing(true)}>
                <History /> Versions
              </Button>
            )}
            <Button variant="primary" pending={isSaving} disabled={fault !== null} onClick={() => void save()}>
              Save
            </Button>
          </div>
        </header>
        {(isText || shelf !== "workflows") && <Hint shelf={shelf} />}
        {kept.isKept && <Unsaved onDiscard={kept.forget} />}
        {isText ? (
          <TextView source={source} read={read} onChange={(text) => edit(() => text)} />
        ) : (
          <div className="mt-6">
            <p aria-live="polite" className="sr-only">
              {fault?.sentence ?? "The workflow is complete."}
            </p>
            <WorkflowBlocks
              source={source}
              fault={fault}
              library={props.library ?? noNames}
              edit={edit}
              onText={() => setText(true)}
            />
          </div>
        )}
      </div>
      <Versions
        versions={versions}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => {
          edit(() => chosen.source);
          setChoosing(false);
          showToast({ kind: "info", text: `Version ${chosen.version} is in the editor. Save to make it the newest.` });
        }}
      />
    </main>
  );
}

const noNames: LibraryNames = { Template: [], Playbook: [], Questions: [] };

function backFrom(id: string | null, shelf: LibraryShelf): string {
  if (id !== null) return pageOf(id, shelf);
  return shelf === "workflows" ? "/workflows" : "/library";
}

const pageOf = (id: string, shelf: LibraryShelf) => (shelf === "workflows" ? `/workflows/${id}` : `/library/templates/${id}`);

type Kept = ReturnType<typeof useKeptSource>;

function useSaving(id: string | null, { source, version, rebase, forget }: Kept, shelf: LibraryShelf) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  async function save() {
    setSaving(true);
    try {
      const saved =
        id === null
          ? await ask<{ id: string }>("/api/library/templates", { body: { source } })
          : {
              id,
              ...(await ask<{ version: number }>(`/api/library/templates/${id}`, { method: "PUT", body: { source, version } })),
            };
      showToast({ kind: "success", text: "Saved in the library" });
      await navigate(place.path(pageOf(saved.id, shelf)));
      forget();
    } catch (error) {
      if (id !== null && error instanceof ProblemError && error.problem.code === "text-changed") await meetNewest(id);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)), duration: 12_000 });
    } finally {
      setSaving(false);
    }
  }
  /** What someone else has saved meanwhile stays a version; saving again makes the next version. */
  async function meetNewest(templateId: string) {
    const { versions: now } = await ask<{ versions: TemplateVersion[] }>(`/api/library/templates/${templateId}/versions`);
    rebase(now[0]?.version ?? version);
  }
  return { isSaving, save };
}

/** A workflow is shown by its blocks, unless the address says text. */
function useTextView(shelf: LibraryShelf) {
  const [search, setSearch] = useSearchParams();
  const set = (isText: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (isText) next.set("view", "text");
        else next.delete("view");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [shelf !== "workflows" || search.get("view") === "text", set] as const;
}

function ViewSwitch({ isText, onChange }: { isText: boolean; onChange: (isText: boolean) => void }) {
  return (
    <div role="group" aria-label="Edit as" className="flex gap-1 rounded-lg border border-rule p-0.5">
      {[false, true].map((one) => (
        <button
          key={String(one)}
          type="button"
          aria-pressed={one === isText}
          onClick={() => onChange(one)}
          className="inline-flex h-7.5 items-center gap-1.5 rounded-md px-2.5 text-ink-soft touch-target hover:bg-wash aria-pressed:bg-blue-soft aria-pressed:font-medium aria-pressed:text-blue [&_svg]:size-4"
        >
          {one ? <FileCode aria-hidden="true" /> : <Rows3 aria-hidden="true" />} {one ? "Text" : "Blocks"}
        </button>
      ))}
    </div>
  );
}

function Hint({ shelf }: { shelf: LibraryShelf }) {
  return (
    <p className="mt-2 max-w-160 text-ink-soft text-pretty">
      {hints[shelf]}{" "}
      <Link to="/docs#library" className="text-blue underline underline-offset-4 touch-target">
        How these files are written
      </Link>
    </p>
  );
}

function Unsaved({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint">
      Not saved yet. It is kept in this tab.
      <Button size="small" variant="quiet" onClick={onDiscard}>
        Discard changes
      </Button>
    </p>
  );
}

type TextViewProps = { source: string; read: ReturnType<typeof readLibraryFile>; onChange: (text: string) => void };

function TextView({ source, read, onChange }: TextViewProps) {
  return (
    <div className="mt-6 grid flex-1 items-stretch gap-6 lg:grid-cols-2">
      <textarea
        aria-label="Library file"
        aria-invalid={"refusal" in read ? true : undefined}
        aria-describedby="template-check"
        value={source}
        spellCheck={false}
        maxLength={templateLimits.source}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="scroll-thin min-h-120 w-full resize-none rounded-xl border border-rule-strong bg-paper p-4 font-mono text-xs leading-5 max-sm:text-base"
      />
      <section aria-label="Check" className="min-w-0 rounded-xl border border-rule bg-paper px-6 py-8 shadow-sm sm:px-10">
        <p id="template-check" aria-live="polite" className={"refusal" in read ? "text-danger" : "sr-only"}>
          {"refusal" in read ? read.refusal : "The file is complete."}
        </p>
        {"item" in read && <ItemPreview item={read.item} />}
      </section>
    </div>
  );
}

type VersionsProps = {
  versions: readonly TemplateVersion[];
  isOpen: boolean;
  onClose: () => void;
  onChoose: (version: TemplateVersion) => void;
};

function Versions({ versions, isOpen, onClose, onChoose }: VersionsProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Versions"
      description="Choose one to see it in the editor."
      size="small"
    >
      <ul className="-mx-2">
        {versions.map((one) => (
          <li key={one.version}>
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="flex min-h-11 w-full items-center gap-3 rounded-lg px-2 text-left touch-target hover:bg-wash"
            >
              <span className="font-medium">Version {one.version}</span>
              <span className="min-w-0 flex-1 truncate text-ink-soft">{one.madeBy}</span>
              <time dateTime={one.at} className="text-xs text-ink-faint">
                {one.at.slice(0, 10)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/* Writes something of the library: its file on one side, what is wrong with it or how it reads on the other. */
import { ArrowLeft, History } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { shelfOf, type LibraryShelf, type TemplateVersion } from "#core/templates/library.ts";
import { readLibraryFile } from "#core/templates/library-file.ts";
import { templateLimits } from "#core/templates/template.ts";
import { ask, problemIn, ProblemError, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

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
type TemplateEditorProps = { id: string | null; source: string; version: number; versions: TemplateVersion[] };

export function TemplateEditor({ id, source: stored, version: storedVersion, versions }: TemplateEditorProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [source, setSource] = useState(stored);
  const [version, setVersion] = useState(storedVersion);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const read = useMemo(() => readLibraryFile(source), [source]);
  const shelf = "item" in read ? read.item.shelf : shelfOfFile(source);
  const thing = things[shelf];
  const back = id === null ? "/library" : `/library/templates/${id}`;

  async function save() {
    setSaving(true);
    try {
      const saved =
        id === null
          ? await ask<{ id: string }>("/api/library/templates", { body: { source } })
          : await ask<{ version: number }>(`/api/library/templates/${id}`, { method: "PUT", body: { source, version } });
      showToast({ kind: "success", text: "Saved in the library" });
      await navigate(place.path(`/library/templates/${"id" in saved ? saved.id : id}`));
    } catch (error) {
      if (id !== null && error instanceof ProblemError && error.problem.code === "text-changed") await meetNewest(id);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)), duration: 12_000 });
    } finally {
      setSaving(false);
    }
  }
  /** What someone else has saved meanwhile stays a version; saving again goes on top of it. */
  async function meetNewest(templateId: string) {
    const { versions: now } = await ask<{ versions: TemplateVersion[] }>(`/api/library/templates/${templateId}/versions`);
    setVersion(now[0]?.version ?? version);
  }
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-320 flex-col px-5 pt-6 pb-10">
        <Link
          to={place.path(back)}
          className="-ml-2 inline-flex h-9 items-center gap-2 self-start rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> {id === null ? "Library" : "Back"}
        </Link>
        <header className="mt-2 flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">{id === null ? `New ${thing}` : `Edit ${thing}`}</h1>
          <div className="flex gap-2">
            {versions.length > 1 && (
              <Button variant="quiet" onClick={() => setChoosing(true)}>
                <History /> Versions
              </Button>
            )}
            <Button variant="primary" pending={isSaving} disabled={"refusal" in read} onClick={() => void save()}>
              Save
            </Button>
          </div>
        </header>
        <p className="mt-2 max-w-160 text-ink-soft text-pretty">
          {hints[shelf]}{" "}
          <Link to="/docs#library" className="text-blue underline underline-offset-4 touch-target">
            How these files are written
          </Link>
        </p>
        <div className="mt-6 grid flex-1 items-stretch gap-6 lg:grid-cols-2">
          <textarea
            aria-label="Library file"
            aria-invalid={"refusal" in read ? true : undefined}
            aria-describedby="template-check"
            value={source}
            spellCheck={false}
            maxLength={templateLimits.source}
            onChange={(event) => setSource(event.currentTarget.value)}
            className="scroll-thin min-h-120 w-full resize-none rounded-xl border border-rule-strong bg-paper p-4 font-mono text-xs leading-5 max-sm:text-base"
          />
          <section aria-label="Check" className="min-w-0 rounded-xl border border-rule bg-paper px-6 py-8 shadow-sm sm:px-10">
            <p id="template-check" aria-live="polite" className={"refusal" in read ? "text-danger" : "sr-only"}>
              {"refusal" in read ? read.refusal : "The file is complete."}
            </p>
            {"item" in read && <ItemPreview item={read.item} />}
          </section>
        </div>
      </div>
      <Versions
        versions={versions}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => {
          setSource(chosen.source);
          setChoosing(false);
          showToast({ kind: "info", text: `Version ${chosen.version} is in the editor. Save to make it the newest.` });
        }}
      />
    </main>
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

/* Adds a template to the library: written, made from a draft, or imported from files. */
import { FilePlus2, FileText, FileType2, FileUp, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { LibraryShelf } from "#core/templates/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { startUpload, uploadOf, uploadsEnded } from "../composer/uploads.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { importFiles } from "./import-files.ts";

export type DraftToChoose = { id: string; name: string };

const things: Record<LibraryShelf, string> = {
  templates: "template",
  clauses: "clause",
  prompts: "prompt",
  playbooks: "playbook",
  questions: "set of questions",
  workflows: "workflow",
};

export function NewTemplate({ shelf, drafts }: { shelf: LibraryShelf; drafts: readonly DraftToChoose[] }) {
  const thing = things[shelf];
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const chooser = useRef<HTMLInputElement>(null);
  const documents = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isReading, setReading] = useState(false);

  async function readDocument(file: File | undefined) {
    if (file === undefined) return;
    setReading(true);
    try {
      startUpload(file);
      const { failed } = await uploadsEnded([file]);
      const upload = uploadOf(file);
      // The upload's own notice has shown the error.
      if (failed !== null || upload?.state !== "done") return;
      const body = { fileId: upload.stored.id };
      const { id, notices } = await ask<{ id: string; notices: string[] }>("/api/library/templates", { body });
      if (notices.length > 0) showToast({ kind: "info", text: notices.join(" "), duration: 12_000 });
      await navigate(place.path(`/library/templates/${id}/edit`));
    } catch (error) {
      showToast({ kind: "error", text: `Failed to make a template of ${file.name}. ${sentenceOf(problemIn(error))}` });
    } finally {
      setReading(false);
    }
  }

  async function takeFiles(files: readonly File[]) {
    const ids = await importFiles(files, shelf === "clauses");
    if (ids.length === 1) await navigate(place.path(`/library/templates/${ids[0]}`));
    else if (ids.length > 1) await revalidate();
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="primary" pending={isReading}>
            <Plus /> New {thing}
          </Button>
        }
      >
        <MenuItem
          icon={<FilePlus2 />}
          onSelect={() => void navigate(place.path(shelf === "templates" ? "/library/new" : `/library/new?shelf=${shelf}`))}
        >
          Write a {thing}
        </MenuItem>
        {shelf === "templates" && (
          <>
            <MenuItem icon={<FileText />} disabled={drafts.length === 0} onSelect={() => setChoosing(true)}>
              From a draft
            </MenuItem>
            <MenuItem icon={<FileType2 />} onSelect={() => documents.current?.click()}>
              From a Word file
            </MenuItem>
          </>
        )}
        <MenuItem icon={<FileUp />} onSelect={() => chooser.current?.click()}>
          Import files
        </MenuItem>
      </Menu>
      <input
        ref={chooser}
        type="file"
        accept={shelf === "clauses" ? ".md,.markdown,.csv,text/markdown,text/csv" : ".md,.markdown,text/markdown"}
        multiple
        hidden
        aria-label="Library files to import"
        onChange={(event) => {
          void takeFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <input
        ref={documents}
        type="file"
        accept=".docx,.doc,.odt,.rtf"
        hidden
        aria-label="Word file to make a template of"
        onChange={(event) => {
          void readDocument(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <DraftDialog drafts={drafts} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  );
}

type DraftDialogProps = { drafts: readonly DraftToChoose[]; isOpen: boolean; onClose: () => void };

function DraftDialog({ drafts, isOpen, onClose }: DraftDialogProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function make(draftId: string) {
    setBusy(true);
    try {
      const { id } = await ask<{ id: string }>("/api/library/templates", { body: { draftId } });
      onClose();
      await navigate(place.path(`/library/templates/${id}/edit`));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Make a template from a draft"
      description="The draft stays as it is. Each place in [square brackets] becomes a field."
      size="small"
    >
      <ul className="-mx-2" aria-busy={isBusy || undefined}>
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void make(id)}
              className="flex min-h-10 w-full items-center gap-3 rounded-lg px-2 text-left touch-target hover:bg-wash [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
            >
              <FileText aria-hidden="true" />
              <span className="min-w-0 truncate">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

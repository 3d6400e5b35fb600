/* Chooses the files of the project that are read into a collection, or adds some to it first. */
import { FilePlus2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import type { Collection } from "#core/discovery/discovery.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { startUpload } from "../composer/uploads.ts";
import { on } from "../events.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";

export function AddFiles({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const files = useProjectFiles(collection);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const chosen = (files ?? []).filter(({ id }) => !left.has(id));

  async function add(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const custodian = new FormData(event.currentTarget).get("custodian");
    setBusy(true);
    try {
      const body = { fileIds: chosen.map(({ id }) => id), custodian };
      await ask(`/api/discovery/${collection.id}/sources`, { body });
      await revalidate();
      onClose();
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  function toggle(id: string) {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add files"
      description={`Files of ${collection.projectName} that are not in this collection. The files stay as they are.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="add-files" pending={isBusy} disabled={chosen.length === 0}>
            {chosen.length === 1 ? "Read 1 file" : `Read ${chosen.length.toLocaleString("en")} files`}
          </Button>
        </>
      }
    >
      <form id="add-files" onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
        <TextField
          label="Custodian"
          name="custodian"
          maxLength={200}
          placeholder="Whose files these are (optional)"
          autoComplete="off"
        />
        <Choices files={files} left={left} onToggle={toggle} projectId={collection.projectId} />
      </form>
    </Dialog>
  );
}

type ChoicesProps = {
  files: readonly StoredFile[] | null;
  left: ReadonlySet<string>;
  onToggle: (id: string) => void;
  projectId: string;
};

function Choices({ files, left, onToggle, projectId }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Files</legend>
      {files !== null && files.length === 0 && (
        <p className="py-2 text-ink-soft">Every file of the project is in this collection. Upload more.</p>
      )}
      <ul className="scroll-thin max-h-70 overflow-y-auto">
        {files?.map(({ id, originalName, size }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 touch-target hover:bg-wash">
              <input type="checkbox" checked={!left.has(id)} onChange={() => onToggle(id)} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {originalName}
              </span>
              <span className="text-sm text-ink-faint tabular-nums">{kilobytes(size)} KB</span>
            </label>
          </li>
        ))}
      </ul>
      <Upload projectId={projectId} />
    </fieldset>
  );
}

function kilobytes(size: number): string {
  return Math.max(1, Math.round(size / 1000)).toLocaleString("en");
}

/** Null until they are there. */
function useProjectFiles({ id, projectId }: Collection): StoredFile[] | null {
  const [files, setFiles] = useState<StoredFile[] | null>(null);
  const load = useCallback(() => {
    const asked = [
      ask<{ files: StoredFile[] }>(`/api/files?project=${projectId}`),
      ask<{ collection: Collection }>(`/api/discovery/${id}`),
    ] as const;
    Promise.all(asked).then(
      ([{ files: all }, { collection }]) => {
        const read = new Set(collection.sources.map(({ fileId }) => fileId));
        setFiles(all.filter((file) => !read.has(file.id)));
      },
      (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }),
    );
  }, [id, projectId]);
  useEffect(load, [load]);
  useEffect(() => on("files:uploaded", load), [load]);
  return files;
}

function Upload({ projectId }: { projectId: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2">
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) startUpload(file, { projectId });
          event.currentTarget.value = "";
        }}
      />
      <Button size="small" onClick={() => field.current?.click()}>
        <FilePlus2 /> Upload files
      </Button>
    </div>
  );
}

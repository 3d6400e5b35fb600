/*
 * The reader's files, to attach again or delete: searchable by name, newest first.
 * A deleted file can be restored from the notice.
 */
import { Trash2, UserRound } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { attachmentLabel, fileSize } from "#core/sources/attachment.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { ask } from "../ask.ts";
import { on } from "../events.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import type { ComposerFile, KeptFile } from "./uploads.ts";

// Of the dialogs that attach, the other one.
const MentionContact = late(() => import("../contacts/mention-contact.tsx")).part("MentionContact");

type FilePickerProps = { open: boolean; onOpenChange: (open: boolean) => void; onPick: (files: ComposerFile[]) => void };

type Listed = { state: "loading" } | { state: "failed" } | { state: "ready"; files: StoredFile[] };

export function FilePicker({ open, onOpenChange, onPick }: FilePickerProps) {
  const { listed, read } = useStoredFiles(open);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [words, setWords] = useState("");
  const [isMentioning, setMentioning] = useState(false);
  const files = listed.state === "ready" ? listed.files : [];
  const shown = files.filter(({ originalName }) => originalName.toLowerCase().includes(words.trim().toLowerCase()));
  function attach() {
    onPick(files.filter(({ id }) => chosen.includes(id)).map(keptFile));
    setChosen([]);
    onOpenChange(false);
  }
  function mention(file: File) {
    onPick([file]);
    setMentioning(false);
    onOpenChange(false);
  }
  if (isMentioning) return <MentionContact contactId={null} onAdd={mention} onClose={() => setMentioning(false)} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose files"
      description="Files you have uploaded. Answers can quote and cite attached files."
      size="medium"
      footer={
        <>
          <Button className="mr-auto" onClick={() => setMentioning(true)}>
            <UserRound /> Mention a contact
          </Button>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={attach}>
            {chosen.length > 1 ? `Attach ${chosen.length} files` : "Attach"}
          </Button>
        </>
      }
    >
      {listed.state === "loading" && <Spinner className="mx-auto my-10 size-6 text-ink-soft" />}
      {listed.state === "failed" && (
        <div role="alert">
          <EmptyState
            title="Failed to fetch files"
            action={
              <Button variant="outline" onClick={read}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {listed.state === "ready" && files.length === 0 && (
        <EmptyState title="No files yet">Attach one with the paper clip, drop it on the page, or paste it.</EmptyState>
      )}
      {files.length > 0 && (
        <>
          <input
            type="search"
            aria-label="Find a file"
            placeholder="Find a file"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="mb-2 h-10 w-full rounded-lg border border-rule-strong/60 bg-raised px-3"
          />
          <ul className="divide-y divide-rule">
            {shown.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                isChosen={chosen.includes(file.id)}
                onChoose={(isChosen) => setChosen(isChosen ? [...chosen, file.id] : chosen.filter((id) => id !== file.id))}
                onGone={read}
              />
            ))}
          </ul>
          {shown.length === 0 && <p className="py-6 text-center text-ink-soft">No matching files</p>}
        </>
      )}
    </Dialog>
  );
}

type FileRowProps = { file: StoredFile; isChosen: boolean; onChoose: (isChosen: boolean) => void; onGone: () => void };

function FileRow({ file, isChosen, onChoose, onGone }: FileRowProps) {
  const { originalName, contentType, size, lastModified, pageCount } = file;
  const pages = pageCount === null ? "" : `${pageCount === 1 ? "1 page" : `${pageCount} pages`}, `;
  return (
    <li className="flex items-center gap-1">
      <label className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-lg px-2 py-2 hover:bg-wash">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="size-4 shrink-0 accent-blue"
        />
        <span className="w-12 shrink-0 rounded-sm bg-wash-strong px-1 text-center text-[0.6875rem] leading-5 font-medium text-ink-soft">
          {attachmentLabel(originalName, contentType)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{originalName}</span>
          <span className="block text-xs text-ink-faint">
            {pages}
            {fileSize(size)}, <time dateTime={lastModified}>{new Date(lastModified).toLocaleDateString()}</time>
          </span>
        </span>
      </label>
      <a
        href={viewAddress(file.url)}
        target="_blank"
        rel="noopener"
        aria-label={`Open ${originalName}`}
        className={buttonClass("quiet", "small")}
      >
        Open
      </a>
      <IconButton label={`Delete ${originalName}`} icon={<Trash2 />} size="small" onClick={() => void remove(file, onGone)} />
    </li>
  );
}

async function remove({ id, originalName }: StoredFile, onChange: () => void): Promise<void> {
  try {
    await ask(`/api/files/${id}`, { method: "DELETE" });
    const run = () =>
      void ask(`/api/files/${id}/restore`, { method: "POST", body: {} }).then(onChange, () =>
        showToast({ kind: "error", text: `${originalName} could not be restored. Try again.` }),
      );
    showToast({ kind: "success", text: `${originalName} deleted`, action: { label: "Undo", run } });
    onChange();
  } catch {
    showToast({ kind: "error", text: `${originalName} could not be deleted. Try again.` });
  }
}

/** Loaded when the dialog opens, and again after an upload. */
function useStoredFiles(isOpen: boolean): { listed: Listed; read: () => void } {
  const [listed, setListed] = useState<Listed>({ state: "loading" });
  const newest = useRef(0);
  const read = useCallback(() => {
    const mine = ++newest.current;
    const show = (next: Listed) => mine === newest.current && setListed(next);
    ask<{ success: boolean; files: StoredFile[] }>("/api/files").then(
      ({ success, files }) => show(success ? { state: "ready", files } : { state: "failed" }),
      () => show({ state: "failed" }),
    );
  }, []);
  useEffect(() => {
    if (isOpen) read();
  }, [isOpen, read]);
  useEffect(() => on("files:uploaded", read), [read]);
  return { listed, read };
}

function keptFile(stored: StoredFile): KeptFile {
  const { originalName: name, size, contentType: type } = stored;
  return { name, size, type, lastModified: Date.parse(stored.lastModified), stored };
}

/** Opening a link sends no headers, so the workspace goes into the address. */
function viewAddress(url: string): string {
  const slug = slugOfPath(location.pathname);
  return slug === null ? url : `${url}?organization=${encodeURIComponent(slug)}`;
}

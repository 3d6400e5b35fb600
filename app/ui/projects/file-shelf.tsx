/* The files of a project: viewed and downloaded by its readers, added and
   removed by those who write in it; a removal can be undone. */
import { Download, Ellipsis, FilePlus2, Paperclip, ScanText, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { attachmentLabel } from "#core/sources/attachment.ts";
import type { Project } from "#core/workspace/project.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { startUpload } from "../composer/uploads.ts";
import { on } from "../events.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { openScannedPages } from "../files/open-scanned-pages.ts";
import { Row, Shelf } from "./shelf.tsx";

export function FileShelf({ project, files }: { project: Project; files: readonly StoredFile[] }) {
  const { revalidate } = useRevalidator();
  const canWrite = project.mayWrite;
  useEffect(() => on("files:uploaded", () => void revalidate()), [revalidate]);
  return (
    <Shelf
      title="Files"
      count={files.length}
      isEmpty={files.length === 0}
      empty={canWrite ? "Every chat of the project with Search project files turned on can search these files." : "No files yet"}
      actions={canWrite && <AddFiles projectId={project.id} />}
    >
      {files.map((file) => (
        <Row
          key={file.id}
          href={file.url}
          icon={<Paperclip />}
          at={file.lastModified}
          menu={<FileMenu file={file} canRemove={canWrite && file.isOwn} onChange={() => void revalidate()} />}
        >
          <span className="min-w-0 flex-1 truncate">{file.originalName}</span>
          {file.scannedPages > 0 && (
            <span className="shrink-0 text-xs text-warn">
              {file.scannedPages === 1 ? "1 page not read" : `${file.scannedPages} pages not read`}
            </span>
          )}
          <span className="text-xs text-ink-faint max-sm:hidden">{attachmentLabel(file.originalName, file.contentType)}</span>
        </Row>
      ))}
    </Shelf>
  );
}

function AddFiles({ projectId }: { projectId: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) startUpload(file, { projectId });
          event.currentTarget.value = "";
        }}
      />
      <Button size="small" variant="quiet" onClick={() => field.current?.click()}>
        <FilePlus2 /> Add files
      </Button>
    </>
  );
}

function FileMenu({ file, canRemove, onChange }: { file: StoredFile; canRemove: boolean; onChange: () => void }) {
  async function reportFailure(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      onChange();
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return false;
    }
  }
  async function remove() {
    if (!(await reportFailure(ask(`/api/files/${file.id}`, { method: "DELETE" })))) return;
    showToast({
      kind: "success",
      text: `${file.originalName} was removed.`,
      action: { label: "Undo", run: () => void reportFailure(ask(`/api/files/${file.id}/restore`, { body: {} })) },
    });
  }
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${file.originalName}`} icon={<Ellipsis />} size="small" />}>
      <MenuItem icon={<Download />} onSelect={() => location.assign(`${file.url}?download`)}>
        Save
      </MenuItem>
      {canRemove && file.scannedPages + file.recognisedPages > 0 && (
        <MenuItem icon={<ScanText />} onSelect={() => void openScannedPages(file)}>
          {file.scannedPages > 0 ? "Read the scanned pages" : "Read the scanned pages again"}
        </MenuItem>
      )}
      {canRemove && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
          Remove
        </MenuItem>
      )}
    </Menu>
  );
}

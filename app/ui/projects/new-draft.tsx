/* Creates a draft in a project: an empty one, or one from a file, whose tracked changes can be decided there. */
import { FilePlus2, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { startUpload, uploadOf, uploadsEnded } from "../composer/uploads.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

const accepted = ".docx,.doc,.odt,.rtf,.pdf,.md,.markdown,.txt,.html,.htm";

export function NewDraft({ projectId }: { projectId: string }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  /** Creates the draft and opens it. */
  async function make(asked: () => Promise<string>) {
    setBusy(true);
    try {
      await navigate(place.path(`/vault/projects/${projectId}/drafts/${await asked()}`));
    } catch (error) {
      showToast({ kind: "error", text: `Failed to create draft. ${sentenceOf(problemIn(error))}` });
    } finally {
      setBusy(false);
    }
  }
  const empty = async () =>
    (await ask<{ id: string }>("/api/drafts", { body: { projectId, name: "Untitled draft", content: "" } })).id;

  async function open(file: File | undefined) {
    if (file === undefined) return;
    setBusy(true);
    startUpload(file);
    const { failed } = await uploadsEnded([file]);
    const upload = uploadOf(file);
    setBusy(false);
    // The upload's own notice has shown the error.
    if (failed !== null || upload?.state !== "done") return;
    await make(async () => {
      const body = { projectId, fileId: upload.stored.id };
      const read = await ask<{ id: string; changes: number; notices: string[] }>("/api/drafts/import", { body });
      if (read.notices.length > 0) showToast({ kind: "info", text: read.notices.join(" "), duration: 12_000 });
      return read.id;
    });
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" pending={isBusy} onClick={() => void make(empty)}>
        <FilePlus2 /> New draft
      </Button>
      <Button size="small" variant="quiet" disabled={isBusy} onClick={() => chooser.current?.click()}>
        <FileUp /> From a file
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={accepted}
        hidden
        aria-label="File to import"
        onChange={(event) => {
          void open(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

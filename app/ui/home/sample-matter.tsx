/* Opens the sample matter with one button, and takes it away with one. */
import { FolderOpen, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

const failed = (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) });

/** `sample`: the id of the project, if it is there. */
export function SampleMatter({ sample, isFirst }: { sample: string | null; isFirst: boolean }) {
  const place = useWorkspace();
  const { revalidate } = useRevalidator();
  const [isPending, setPending] = useState(false);
  async function restore(id: string) {
    await ask(`/api/projects/${id}/undo-delete`, { body: {} }).then(revalidate, failed);
  }
  async function remove(id: string) {
    setPending(true);
    try {
      await ask(`/api/projects/${id}`, { method: "DELETE" });
      const action = { label: "Undo", run: () => void restore(id) };
      showToast({ kind: "success", text: "Sample matter removed.", action });
      await revalidate();
    } catch (error) {
      failed(error);
    }
    setPending(false);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-72 text-pretty text-ink-soft">
        {sample === null
          ? "A sample matter: a short agreement with the other side’s changes to decide and their comment to answer, two sections of law to read with it, and a review that compares it with two agreements already signed."
          : "The sample matter is in your vault. Remove it whenever you like."}
      </p>
      {sample === null ? (
        <OpenSample isFirst={isFirst} />
      ) : (
        <div className="flex gap-2">
          <Link to={place.path(`/vault/projects/${sample}`)} className={buttonClass("outline")}>
            <FolderOpen /> Open
          </Link>
          <Button variant="quiet" pending={isPending} onClick={() => void remove(sample)}>
            <Trash2 /> Remove
          </Button>
        </div>
      )}
    </div>
  );
}

/** Goes to the agreement, where the changes wait. */
export function OpenSample({ isFirst }: { isFirst: boolean }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  async function open() {
    setPending(true);
    try {
      const { id, draftId } = await ask<{ id: string; draftId: string }>("/api/projects/sample", { body: {} });
      await navigate(place.path(`/vault/projects/${id}/drafts/${draftId}`));
    } catch (error) {
      failed(error);
      setPending(false);
    }
  }
  return (
    <Button variant={isFirst ? "primary" : "outline"} pending={isPending} onClick={() => void open()}>
      <FolderOpen /> Open the sample matter
    </Button>
  );
}

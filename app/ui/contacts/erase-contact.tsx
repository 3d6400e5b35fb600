/* What people may ask about themselves: a file of everything that is held about a contact, and its erasure. */
import { Download, Eraser } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { keptSentence, keptThings, keptWords, type ErasurePreview } from "#core/contacts/contact-report.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { saveFile } from "../chat/save-file.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type Erased = { id: string; name: string; version: number };

export function PersonalData(contact: Erased) {
  const { id } = contact;
  const [preview, setPreview] = useState<ErasurePreview | null>(null);
  const [isLooking, setLooking] = useState(false);
  async function look() {
    setLooking(true);
    try {
      setPreview(await ask<ErasurePreview>(`/api/contacts/${id}/erasure`));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setLooking(false);
    }
  }
  return (
    <section aria-label="Personal data" className="mt-10">
      <h2 className="group-label">Personal data</h2>
      <p className="mt-2 text-ink-soft text-pretty">
        For requests of access and erasure: everything held about this contact as one file, and its deletion for good.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() =>
            void saveFile({ path: `/api/contacts/${id}/access`, making: "Looking for everything about this contact…" })
          }
        >
          <Download /> Export everything
        </Button>
        <Button pending={isLooking} onClick={() => void look()}>
          <Eraser /> Erase
        </Button>
      </div>
      {preview !== null && <Erase contact={contact} preview={preview} onClose={() => setPreview(null)} />}
    </section>
  );
}

type EraseProps = { contact: Erased; preview: ErasurePreview; onClose: () => void };

function Erase({ contact: { id, name, version }, preview, onClose }: EraseProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  async function erase() {
    setPending(true);
    try {
      await ask(`/api/contacts/${id}/erase`, { body: { version } });
      await navigate(place.path("/contacts"));
      showToast({ kind: "success", text: "The contact was erased" });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      setPending(false);
      onClose();
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Erase “${name}”?`}
      description={<Consequences preview={preview} />}
      confirm="Erase for good"
      danger
      pending={isPending}
      onConfirm={() => void erase()}
    />
  );
}

function Consequences({ preview: { merged, relations, kept, hidden } }: { preview: ErasurePreview }) {
  const also = [
    ...(merged.length > 0 ? [`what was merged into it (${merged.join(", ")})`] : []),
    ...(relations > 0
      ? [relations === 1 ? "its relation to another contact" : `its ${relations} relations to other contacts`]
      : []),
  ];
  const stays = keptThings.filter((thing) => kept[thing] > 0);
  return (
    <>
      The contact{also.length > 0 && `, ${also.join(" and ")},`} will be gone at once and can’t be brought back. Backups hold it
      until they are replaced.
      {stays.length > 0 && (
        <>
          <strong className="mt-3 block">What stays, and why</strong>
          {stays.map((thing) => (
            <span key={thing} className="mt-2 block">
              {keptSentence(thing, kept[thing])}. {keptWords[thing].why}
            </span>
          ))}
        </>
      )}
      {hidden > 0 && (
        <span className="mt-2 block">
          The name is also in {hidden === 1 ? "1 matter" : `${hidden} matters`} you have no access to.
        </span>
      )}
    </>
  );
}

/* Merges another contact into this one, which can be undone. */
import { useRevalidator } from "react-router";
import type { ContactSummary } from "#core/contacts/contact.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { ChooseContact } from "./choose-contact.tsx";

export function MergeContact({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { revalidate } = useRevalidator();

  async function asked(path: "merge" | "separate", otherId: string): Promise<boolean> {
    try {
      await ask(`/api/contacts/${id}/${path}`, { body: { otherId } });
      await revalidate();
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return false;
    }
  }
  async function merge(other: ContactSummary) {
    onClose();
    if (await asked("merge", other.id))
      showToast({
        kind: "success",
        text: `“${other.name}” merged into “${name}”`,
        action: { label: "Undo", run: () => void asked("separate", other.id) },
      });
  }
  return (
    <ChooseContact
      title={`Merge into “${name}”`}
      description="Choose the other contact. Its details are added here, and none are replaced."
      without={id}
      onChoose={(other) => void merge(other)}
      onClose={onClose}
    />
  );
}

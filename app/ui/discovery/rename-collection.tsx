import { useState, type SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";

export function RenameCollection({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  async function rename(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    try {
      await ask(`/api/discovery/${id}`, { method: "PATCH", body: { name: new FormData(event.currentTarget).get("name") } });
      await revalidate();
      onClose();
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename collection"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="rename-collection" pending={isBusy}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-collection" onSubmit={(event) => void rename(event)}>
        <TextField label="Name" name="name" required maxLength={200} defaultValue={name} />
      </form>
    </Dialog>
  );
}

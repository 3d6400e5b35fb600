import { useState, type FormEvent } from "react";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";

type NamedChat = { id: string; title: string };
type RenameChatDialogProps = { chat: NamedChat | null; onClose: () => void; onRenamed: (chat: NamedChat) => void };

/** A name given here is permanent: no generated title replaces it later. */
export function RenameChatDialog({ chat, onClose, onRenamed }: RenameChatDialogProps) {
  // Keeps the text while the dialog closes.
  const [last, setLast] = useState(chat);
  if (chat !== null && chat !== last) setLast(chat);
  return (
    <Dialog open={chat !== null} onOpenChange={(open) => !open && onClose()} title="Rename chat" size="small">
      {last !== null && <RenameForm key={last.id} chat={last} onClose={onClose} onRenamed={onRenamed} />}
    </Dialog>
  );
}

function RenameForm({ chat, onClose, onRenamed }: RenameChatDialogProps & { chat: NamedChat }) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get("title") ?? "").trim();
    if (title === "") return setError("A chat needs a name.");
    if (title === chat.title) return onClose();
    setPending(true);
    try {
      await ask(`/api/chats/${chat.id}`, { method: "PATCH", body: { title } });
      onRenamed({ id: chat.id, title });
      onClose();
    } catch (thrown) {
      setError(sentenceOf(problemIn(thrown)));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void rename(event)}>
      <TextField
        label="Name"
        name="title"
        defaultValue={chat.title}
        maxLength={200}
        autoComplete="off"
        error={error}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Rename
        </Button>
      </div>
    </form>
  );
}

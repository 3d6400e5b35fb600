/* Asks for the password of a file that is being uploaded; fetched when the first such file comes. */
import { useState, type SubmitEvent } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";

type Asked = { name: string; isAgain: boolean };

/** Null if the reader gives none. */
export function askPassword(asked: Asked): Promise<string | null> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    function end(password: string | null) {
      resolve(password);
      // Not while it is drawing.
      setTimeout(() => {
        root.unmount();
        place.remove();
      });
    }
    root.render(<PasswordDialog {...asked} end={end} />);
  });
}

function PasswordDialog({ name, isAgain, end }: Asked & { end: (password: string | null) => void }) {
  const [password, setPassword] = useState("");
  function open(event: SubmitEvent) {
    event.preventDefault();
    if (password !== "") end(password);
  }
  return (
    <Dialog
      open
      onOpenChange={() => end(null)}
      title="This file has a password"
      description={`“${name}” opens with a password. Stet uses it once, and keeps the file without it.`}
      size="small"
    >
      <form onSubmit={open} className="grid gap-4">
        <TextField
          type="password"
          label="Password"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...(isAgain && { error: "That password isn’t right." })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => end(null)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={password === ""}>
            Open
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

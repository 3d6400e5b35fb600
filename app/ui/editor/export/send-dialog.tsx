/*
 * A Word file for the other party: clean, with open proposals as tracked changes,
 * or with everything changed since a version. The version sent is recorded on the
 * timeline, and the next comparison starts from it.
 */
import { useEffect, useId, useState, type FormEvent, type ReactNode } from "react";
import { dayAndTime } from "#core/text/day-and-time.ts";
import type { DraftAsText, DraftVersion } from "#core/document/draft.ts";
import { titleOf } from "#core/document/version-words.ts";
import { ask } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Switch } from "../../kit/switch.tsx";
import { TextField } from "../../kit/text-field.tsx";

export type Sending = {
  /** The version that changes are tracked from. */
  since: string | null;
  withPending: boolean;
  comments: boolean;
  sentAs: string | null;
};

type SendDialogProps = {
  draft: DraftAsText;
  open: boolean;
  pending: number;
  onClose: () => void;
  onSend: (sending: Sending) => void;
};

export function SendDialog({ open, onClose, ...rest }: SendDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Send as Word"
      description="Tracked changes include who made them and when."
      size="small"
    >
      {open && <SendForm onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type Tracks = "none" | "pending" | "since";

function SendForm({ draft, pending, onClose, onSend }: Omit<SendDialogProps, "open">) {
  const form = useId();
  const versions = useVersions(draft.id);
  const first = versions && lastSeenElsewhere(versions);
  const [chosen, setTracks] = useState<Tracks | null>(null);
  const [version, setVersion] = useState<string | null>(null);
  const [comments, setComments] = useState(true);
  const [isNoted, setNoted] = useState(draft.canChange);
  const [name, setName] = useState(() => `Sent on ${dayAndTime(new Date()).split(",")[0]}`);
  const tracks = chosen ?? (first ? "since" : pending > 0 ? "pending" : "none");
  const since = version ?? first?.id ?? versions?.at(-1)?.id ?? null;
  function send(event: FormEvent) {
    event.preventDefault();
    if (tracks === "since" && since === null) return;
    onSend({
      since: tracks === "since" ? since : null,
      withPending: tracks !== "none",
      comments,
      sentAs: isNoted && name.trim() !== "" ? name.trim() : null,
    });
    onClose();
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 font-medium">Changes</legend>
        <Option name={form} isOn={tracks === "none"} onChoose={() => setTracks("none")} label="Clean">
          The current text. {pending > 0 && "Pending proposals are left out."}
        </Option>
        <Option name={form} isOn={tracks === "pending"} onChoose={() => setTracks("pending")} label="Pending proposals">
          {pending === 0
            ? "There are no pending proposals."
            : `${pending === 1 ? "1 change" : `${pending} changes`} as tracked changes.`}
        </Option>
        <Option name={form} isOn={tracks === "since"} onChoose={() => setTracks("since")} label="Everything since a version">
          Typed, accepted and proposed, as tracked changes.
        </Option>
        {tracks === "since" && (
          <select
            aria-label="Changed since"
            value={since ?? ""}
            onChange={(event) => setVersion(event.target.value)}
            className="mt-1 ml-7 h-9 rounded-lg border border-rule-strong bg-paper px-2 text-sm text-ink pointer-coarse:h-11"
          >
            {versions?.map((one) => (
              <option key={one.id} value={one.id}>
                {titleOf(one)}
              </option>
            ))}
          </select>
        )}
      </fieldset>
      <Switch label="Comments" hint="Including replies and resolved threads" checked={comments} onChange={setComments} />
      {draft.canChange && (
        <div>
          <Switch label="Mark this version on the timeline" checked={isNoted} onChange={setNoted} />
          {isNoted && (
            <TextField
              label="Name of this version"
              hideLabel
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={tracks === "since" && since === null}>
          Save file
        </Button>
      </div>
    </form>
  );
}

type OptionProps = { name: string; isOn: boolean; onChoose: () => void; label: string; children: ReactNode };

function Option({ name, isOn, onChoose, label, children }: OptionProps) {
  return (
    <label className="flex gap-3 rounded-lg py-1.5 pointer-coarse:min-h-11">
      <input type="radio" name={name} className="mt-1 accent-blue" checked={isOn} onChange={onChoose} />
      <span>
        {label}
        <span className="block text-xs text-ink-faint">{children}</span>
      </span>
    </label>
  );
}

function useVersions(draftId: string): readonly DraftVersion[] | null {
  const [versions, setVersions] = useState<readonly DraftVersion[] | null>(null);
  useEffect(() => {
    let isHere = true;
    ask<{ versions: DraftVersion[] }>(`/api/drafts/${draftId}/versions`).then(
      (answer) => isHere && setVersions(answer.versions),
      () => isHere && setVersions([]),
    );
    return () => void (isHere = false);
  }, [draftId]);
  return versions;
}

/** The last version sent to them or received from them. */
function lastSeenElsewhere(versions: readonly DraftVersion[]): DraftVersion | undefined {
  return versions.find(({ sentAt, kind }) => sentAt !== null || kind === "import");
}

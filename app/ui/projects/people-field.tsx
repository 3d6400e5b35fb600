/*
 * Collects the people to share with: an address is typed and added, and members of
 * the organization are suggested by name. Used when a project is created and when
 * it is shared.
 */
import { UserPlus, X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { isEmailAddress } from "#core/account/email-address.ts";
import { shortestAddress } from "#core/workspace/project-sharing.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextField } from "../kit/text-field.tsx";
import type { Member } from "./members.ts";

const mostOffered = 5;

type PeopleFieldProps = {
  emails: readonly string[];
  onChange: (emails: string[]) => void;
  members: readonly Member[];
  /** Addresses that already have access or own it. */
  taken: readonly string[];
};

export function PeopleField({ emails, onChange, members, taken }: PeopleFieldProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const isTaken = (email: string) => [...emails, ...taken].includes(email.toLowerCase());
  const offered =
    typed.trim() === "" ? [] : members.filter((member) => !isTaken(member.email) && fits(member, typed)).slice(0, mostOffered);

  function add(email: string) {
    const address = email.trim().toLowerCase();
    if (!isEmailAddress(address)) return setError("Enter a valid email address.");
    if (isTaken(address)) return setError("They already have access.");
    setError(undefined);
    setTyped("");
    onChange([...emails, address]);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Enter adds; it never submits the dialog with a half-typed address.
    event.preventDefault();
    if (typed.trim().length >= shortestAddress) add(typed);
  }
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          label="Share with"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          placeholder="name@example.com"
          className="min-w-0 flex-1"
          value={typed}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <Button className="h-10 pointer-coarse:h-11" disabled={typed.trim().length < shortestAddress} onClick={() => add(typed)}>
          <UserPlus /> Add
        </Button>
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
      {offered.length > 0 && (
        <ul aria-label="Members" className="mt-2 overflow-hidden rounded-lg border border-rule">
          {offered.map((member) => (
            <li key={member.id} className="border-b border-rule last:border-b-0">
              <button
                type="button"
                className="flex w-full items-baseline gap-2 px-3 py-2 text-left hover:bg-wash pointer-coarse:min-h-11"
                onClick={() => add(member.email)}
              >
                <span className="truncate">{member.name}</span>
                <span className="truncate text-xs text-ink-faint">{member.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {emails.length > 0 && (
        <ul aria-label="To be added" className="mt-3 flex flex-wrap gap-1.5">
          {emails.map((email) => (
            <li key={email} className="flex items-center gap-1 rounded-lg bg-blue-soft pl-2.5 text-blue">
              <span className="max-w-60 truncate">{email}</span>
              <IconButton
                label={`Don’t add ${email}`}
                size="small"
                icon={<X />}
                onClick={() => onChange(emails.filter((other) => other !== email))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function fits({ name, email }: Member, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return (
    email.toLowerCase().startsWith(wanted) ||
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted))
  );
}

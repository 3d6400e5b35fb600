/* Invites one person, or everyone in a pasted list or a CSV file. */
import { useRef, type ChangeEvent } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { Role } from "#core/workspace/policy.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { RoleField, RoleWords } from "./role-field.tsx";

type InviteFormProps = { role: Role; isVerified: boolean; refusal: AccountRefusal | null; email: string };

export function InviteForm({ role, isVerified, refusal, email }: InviteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  if (!isVerified)
    return (
      <SettingsSection
        title="Invite people"
        lead="Verify your own email address first, because invitations are sent in your name. The link is in the email we sent you."
      />
    );
  async function addFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file === undefined || field.current === null) return;
    const text = (await file.slice(0, mostBytes).text()).trim();
    field.current.value = [field.current.value.trim(), text].filter((one) => one !== "").join("\n");
    // The same file can be chosen again.
    target.value = "";
    field.current.focus();
  }
  return (
    <SettingsSection
      title="Invite people"
      lead="We’ll email each of them a link. It works for seven days, and only for that address."
    >
      <AuthForm intent="invite" submit="Send invitations" isWide={false} refusal={refusal}>
        <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
          <TextArea
            ref={field}
            label="Email addresses"
            name="email"
            rows={2}
            required
            spellCheck={false}
            autoComplete="off"
            key={email}
            defaultValue={email}
            error={errorAt(refusal, "email")}
            hint="Paste as many as you like, with or without names."
          />
          <RoleField mine={role} />
        </div>
        <label className="self-start rounded-sm text-blue touch-target hover:underline has-focus-visible:outline-2 has-focus-visible:outline-blue">
          <input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={(event) => void addFile(event)} className="sr-only" />
          Add a CSV file
        </label>
      </AuthForm>
      <RoleWords mine={role} />
    </SettingsSection>
  );
}

/** A hundred addresses with names around them fit many times over. */
const mostBytes = 15_000;

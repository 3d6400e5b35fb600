/* Schedules the deletion of an organization, or cancels it. The server requires an export of its data first. */
import { CircleAlert } from "lucide-react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { organizationGraceDays } from "#core/workspace/organization.ts";
import { TextField } from "../kit/text-field.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { longDate } from "./dates.ts";
import { SettingsSection } from "../settings/settings-page.tsx";

type DeleteFormProps = {
  name: string;
  others: number;
  unseen: number;
  hasExported: boolean;
  hasPassword: boolean;
  /** The date of a deletion already scheduled. */
  deleteAt: string | null;
  refusal: AccountRefusal | null;
};

export function DeleteForm({ name, others, unseen, hasExported, hasPassword, deleteAt, refusal }: DeleteFormProps) {
  if (deleteAt !== null)
    return (
      <SettingsSection
        title="Delete organization"
        lead={`It will be deleted on ${longDate(deleteAt)}. Until then everything works as before, and you can cancel the deletion.`}
      >
        <AuthForm intent="keep" submit="Cancel deletion" variant="outline" isWide={false} refusal={refusal} />
      </SettingsSection>
    );
  return (
    <SettingsSection
      title="Delete organization"
      lead={`Its projects, drafts, chats, files, keys and log are deleted in ${organizationGraceDays} days, for everyone. Until then everything works, members are asked by email to export their data, and you can cancel.`}
    >
      {unseen > 0 && (
        <p className="mb-5 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {unseen === 1
            ? "One project belongs to someone else and is not shared with you, so your download leaves it out. It is in its owner’s own export."
            : `${unseen} projects belong to others and are not shared with you, so your download leaves them out. They are in their owners’ own exports.`}
        </p>
      )}
      {!hasExported && (
        <p className="mb-5 flex items-start gap-2 text-ink-soft">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Download everything above first.
        </p>
      )}
      <AuthForm
        intent="delete"
        submit={others === 0 ? "Delete organization" : `Delete for all ${others + 1} members`}
        variant="danger"
        isWide={false}
        refusal={refusal}
      >
        <TextField
          label={`Type ${name} to confirm`}
          name="organization"
          autoComplete="off"
          required
          className="max-w-80"
          error={errorAt(refusal, "organization")}
        />
        <ProofField hasPassword={hasPassword} refusal={refusal} label="Your password to delete the organization" />
      </AuthForm>
    </SettingsSection>
  );
}

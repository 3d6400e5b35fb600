/* Ends an organization. Its data is taken along first; the server insists. */
import { CircleAlert } from "lucide-react";
import type { AccountRefusal } from "#core/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type DeleteFormProps = {
  name: string;
  others: number;
  unseen: number;
  hasExported: boolean;
  hasPassword: boolean;
  refusal: AccountRefusal | null;
};

export function DeleteForm({ name, others, unseen, hasExported, hasPassword, refusal }: DeleteFormProps) {
  return (
    <SettingsSection
      title="Delete the organization"
      lead="For good: its projects, drafts, chats, files, keys and log go with it, for everybody. Members keep their own places, and get a letter."
    >
      {unseen > 0 && (
        <p className="mb-5 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {unseen === 1
            ? "One project belongs to somebody else and is not shared with you. It goes too: let its owner know first."
            : `${unseen} projects belong to others and are not shared with you. They go too: let their owners know first.`}
        </p>
      )}
      {!hasExported && (
        <p className="mb-5 flex items-start gap-2 text-ink-soft">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          First download everything, above. Afterwards it cannot be had.
        </p>
      )}
      <AuthForm
        intent="delete"
        submit={others === 0 ? "Delete for good" : `Delete for good, for all ${others + 1}`}
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
        <ProofField hasPassword={hasPassword} refusal={refusal} label="Your password, to delete it" />
      </AuthForm>
    </SettingsSection>
  );
}

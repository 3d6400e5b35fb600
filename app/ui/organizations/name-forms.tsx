/* Changes an organization's name and address. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { organizationNameMax } from "#core/workspace/organization.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type NameFormsProps = { name: string; slug: string; host: string; refusalOf: (intent: string) => AccountRefusal | null };

export function NameForms({ name, slug, host, refusalOf }: NameFormsProps) {
  return (
    <>
      <SettingsSection title="Name" lead="Shown to members and in invitations.">
        <AuthForm intent="name" submit="Save" isWide={false} refusal={refusalOf("name")}>
          <TextField
            label="Name of the organization"
            hideLabel
            name="name"
            autoComplete="organization"
            required
            maxLength={organizationNameMax}
            defaultValue={name}
            className="max-w-90"
            error={errorAt(refusalOf("name"), "name")}
          />
        </AuthForm>
      </SettingsSection>
      <SettingsSection
        title="Address"
        lead="It’s part of every link to the organization’s pages. Links to the old address lead to the new one, unless another organization takes it."
      >
        <AuthForm intent="slug" submit="Change address" variant="outline" isWide={false} refusal={refusalOf("slug")}>
          <TextField
            label="Address of the organization"
            hideLabel
            name="slug"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={40}
            defaultValue={slug}
            className="max-w-90"
            hint={`${host}/organizations/…`}
            error={errorAt(refusalOf("slug"), "slug")}
          />
        </AuthForm>
      </SettingsSection>
    </>
  );
}

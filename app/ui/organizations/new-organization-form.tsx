/*
 * Creates an organization. The address follows from the name until edited; without
 * script, the server derives an empty address from the name as well.
 */
import { useState } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { organizationNameMax, slugFrom } from "#core/workspace/organization.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";

type NewOrganizationProps = {
  host: string;
  refusal: AccountRefusal | null | undefined;
  given?: { name: string; slug: string } | undefined;
  isWide?: boolean;
};

export function NewOrganizationForm({ host, refusal, given, isWide = false }: NewOrganizationProps) {
  const [name, setName] = useState(given?.name ?? "");
  const [slug, setSlug] = useState(given?.slug || null);
  return (
    <AuthForm intent="create" submit="Create organization" isWide={isWide} refusal={refusal}>
      <TextField
        label="Name"
        name="name"
        autoComplete="organization"
        required
        maxLength={organizationNameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errorAt(refusal, "name")}
      />
      <SlugField host={host} value={slug ?? slugFrom(name)} onChange={setSlug} error={errorAt(refusal, "slug")} />
    </AuthForm>
  );
}

type SlugFieldProps = { host: string; value: string; onChange: (slug: string) => void; error: string | undefined };

function SlugField({ host, value, onChange, error }: SlugFieldProps) {
  return (
    <TextField
      label="Address"
      name="slug"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      hint={`${host}/organizations/${value || "…"}`}
      error={error}
    />
  );
}

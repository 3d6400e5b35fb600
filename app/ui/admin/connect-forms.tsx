/* Where an administrator enters keys and addresses. A key is never filled in again. */
import type { ReactNode } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { ConnectedProvider } from "#core/models/connection.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SecretField } from "../kit/secret-field.tsx";
import { TextField } from "../kit/text-field.tsx";

type ProviderFormProps = {
  intent: string;
  provider: ConnectedProvider;
  submit: string;
  refusal: AccountRefusal | null;
  children: ReactNode;
};

export function ProviderForm({ intent, provider, submit, refusal, children }: ProviderFormProps) {
  return (
    <AuthForm intent={intent} submit={submit} variant="outline" isWide={false} refusal={refusal}>
      <input type="hidden" name="provider" value={provider} />
      {children}
    </AuthForm>
  );
}

export function KeyField({ label, hint }: { label: string; hint?: string }) {
  return <SecretField label={label} name="key" maxLength={500} hint={hint} />;
}

export function ServerForm({ refusal }: { refusal: AccountRefusal | null }) {
  return (
    <ProviderForm intent="connect compatible" provider="compatible" submit="Connect server" refusal={refusal}>
      <TextField
        label="Address"
        name="address"
        type="url"
        maxLength={500}
        placeholder="http://127.0.0.1:11434/v1"
        autoComplete="off"
        spellCheck={false}
        hint="It may be on this machine or in your network."
        className="max-w-100"
      />
      <KeyField label="Key" hint="Leave it empty if the server asks for none." />
      <TextField label="Name" name="name" maxLength={40} autoComplete="off" hint="Shown beside its models." className="max-w-100" />
    </ProviderForm>
  );
}

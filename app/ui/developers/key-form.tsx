/* Creates a key: its name, scopes and lifetime, confirmed with the password. */
import { apiKeyLives, scopeTitles, scopes, type Scope } from "#core/account/api-key.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { SelectField } from "./select-field.tsx";

type KeyFormProps = {
  hasPassword: boolean;
  refusal: AccountRefusal | null;
  /** The submitted values, if they were refused. */
  given: { name: string; scopes: readonly string[]; life: string } | null;
};

const preset: readonly Scope[] = ["chat", "models:read"];

export function KeyForm({ hasPassword, refusal, given }: KeyFormProps) {
  const chosen = given?.scopes ?? preset;
  return (
    <AuthForm intent="create" submit="Create key" isWide={false} refusal={refusal}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          defaultValue={given?.name}
          placeholder="What will use it"
          error={errorAt(refusal, "name")}
        />
        <SelectField label="Expires" name="life" defaultValue={given?.life ?? "90"}>
          {apiKeyLives.map((days) => (
            <option key={days} value={days ?? "never"}>
              {days === null ? "Never" : days === 365 ? "In a year" : `In ${days} days`}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset>
        <legend className="mb-1 font-medium">Permissions</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {scopes.map((scope) => (
            <label key={scope} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
              <input type="checkbox" name="scopes" value={scope} defaultChecked={chosen.includes(scope)} className="size-4" />
              {scopeTitles[scope]}
              <code className="font-mono text-xs text-ink-faint">{scope}</code>
            </label>
          ))}
        </div>
      </fieldset>
      <ProofField hasPassword={hasPassword} refusal={refusal} />
    </AuthForm>
  );
}

/* The user's passkeys, and a form to add one. Adding needs script; renaming and removing do not. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { longestPasskeyName, type Passkey } from "#core/account/passkey.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { useCanUsePasskeys } from "../auth/passkey-sign-in.tsx";
import { TextField } from "../kit/text-field.tsx";
import { Disclosure } from "./disclosure.tsx";
import { NewPasskey } from "./new-passkey.tsx";
import { ProofField } from "./proof-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

type PasskeyListProps = { passkeys: Passkey[]; hasPassword: boolean; refusalOf: (intent: string) => AccountRefusal | null };

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const day = (time: string) => dates.format(new Date(time));

export function PasskeyList({ passkeys, hasPassword, refusalOf }: PasskeyListProps) {
  const canUse = useCanUsePasskeys();
  if (passkeys.length === 0 && !canUse) return null;
  return (
    <SettingsSection
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or your device’s PIN. There’s nothing to remember, and nothing a fake page can steal."
    >
      {passkeys.map((passkey) => (
        <OnePasskey key={passkey.id} {...{ passkey, hasPassword, refusalOf }} />
      ))}
      {canUse && <NewPasskey key={passkeys.length} hasPassword={hasPassword} />}
    </SettingsSection>
  );
}

type OnePasskeyProps = Omit<PasskeyListProps, "passkeys"> & { passkey: Passkey };

function OnePasskey({ passkey, hasPassword, refusalOf }: OnePasskeyProps) {
  const { id, name, isSynced, createdAt, usedAt } = passkey;
  const [naming, removing] = [refusalOf(`passkey-name ${id}`), refusalOf(`passkey-remove ${id}`)];
  return (
    <Disclosure
      open={naming !== null || removing !== null}
      summary={
        <>
          <span className="text-ink">{name}</span> since {day(createdAt)},{" "}
          {usedAt === null ? "not used yet" : `used ${day(usedAt)}`}
        </>
      }
    >
      <p className="mb-4 text-ink-soft">
        {isSynced ? "Synced to your devices." : "On one device only. If you lose the device, you lose the passkey."}
      </p>
      <AuthForm intent={`passkey-name ${id}`} submit="Rename" variant="outline" isWide={false} refusal={naming}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={longestPasskeyName}
          defaultValue={name}
          className="max-w-80"
          error={errorAt(naming, "name")}
        />
      </AuthForm>
      <div className="mt-6">
        <AuthForm intent={`passkey-remove ${id}`} submit="Remove this passkey" variant="danger" isWide={false} refusal={removing}>
          <ProofField hasPassword={hasPassword} refusal={removing} />
        </AuthForm>
      </div>
    </Disclosure>
  );
}

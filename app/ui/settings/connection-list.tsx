/* External accounts that can sign in to this one, and how to add and remove them. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { providerName, type Connection, type Provider } from "#core/models/provider.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ProofField } from "./proof-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

type ConnectionListProps = {
  connections: Connection[];
  providers: Provider[];
  hasPassword: boolean;
  refusalOf: (intent: string) => AccountRefusal | null;
};

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

export function ConnectionList({ connections, providers, hasPassword, refusalOf }: ConnectionListProps) {
  const addable = providers.filter(({ id }) => !connections.some(({ providerId }) => providerId === id));
  if (connections.length === 0 && addable.length === 0) return null;
  return (
    <SettingsSection title="Connected accounts" lead="Sign in with an account from another provider.">
      {connections.map(({ id, providerId, createdAt }) => {
        const name = providerName(providerId, providers);
        const refusal = refusalOf(`disconnect ${id}`);
        return (
          <Disclosure
            key={id}
            open={refusal !== null}
            summary={
              <>
                <span className="text-ink">{name}</span> since {dates.format(new Date(createdAt))}
              </>
            }
          >
            <AuthForm intent={`disconnect ${id}`} submit={`Disconnect ${name}`} variant="danger" isWide={false} refusal={refusal}>
              <ProofField hasPassword={hasPassword} refusal={refusal} />
            </AuthForm>
          </Disclosure>
        );
      })}
      {addable.map(({ id, name }) => {
        const refusal = refusalOf(`connect ${id}`);
        return (
          <Disclosure key={id} open={refusal !== null} summary={`Connect ${name}`}>
            <AuthForm intent={`connect ${id}`} submit={`Continue to ${name}`} variant="outline" isWide={false} refusal={refusal}>
              <ProofField hasPassword={hasPassword} refusal={refusal} />
            </AuthForm>
          </Disclosure>
        );
      })}
    </SettingsSection>
  );
}

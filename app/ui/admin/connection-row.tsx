/* One connection: where it comes from, whether it works, and how to replace or remove it. */
import { Lock } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { ModelConnection } from "#core/models/connection.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Button } from "../kit/button.tsx";
import { Disclosure } from "../settings/disclosure.tsx";
import { KeyField, ProviderForm } from "./connect-forms.tsx";
import type { AccountRefusal } from "#core/account/account-refusal.ts";

type ConnectionRowProps = { connection: ModelConnection; answered: Answered | undefined };

export function ConnectionRow({ connection, answered }: ConnectionRowProps) {
  const { id, name, setting, isReadable, isOverruled } = connection;
  const testRefusal = answered?.intent === `test ${id}` ? answered.refusal : null;
  return (
    <li className="border-t border-rule py-3.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="text-base font-medium wrap-anywhere">{name}</p>
          <p className="text-ink-faint wrap-anywhere">{factsOf(connection)}</p>
        </div>
        {id !== null && isReadable && <TestButton id={id} name={name} />}
      </div>
      {setting !== null && (
        <p className="mt-1 flex items-center gap-1.5 text-ink-soft">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          <span>
            Set by <code className="font-mono text-xs">{setting}</code> in the environment; change it there.
          </span>
        </p>
      )}
      {isOverruled && (
        <p className="mt-1 text-warn">An environment variable sets this, too, and takes precedence. Unset it to use this one.</p>
      )}
      {!isReadable && (
        <p className="mt-1 text-danger">
          This key can no longer be read, because the installation’s secret has changed. Enter it again.
        </p>
      )}
      {answered?.said && (
        <p role="status" className="mt-1 text-insert">
          {answered.said}
        </p>
      )}
      {testRefusal !== null && (
        <p role="alert" className="mt-1 text-danger">
          {testRefusal.sentence}
        </p>
      )}
      {id !== null && <Changes id={id} connection={connection} answered={answered} />}
    </li>
  );
}

function factsOf({ address, lastFour }: ModelConnection): string {
  const key = lastFour === null ? "no key" : lastFour === "" ? "with a key" : `key ends in ${lastFour}`;
  return [address === null ? null : new URL(address).host, key].filter(Boolean).join(" · ");
}

function TestButton({ id, name }: { id: string; name: string }) {
  const navigation = useNavigation();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={`test ${id}`} />
      <Button type="submit" size="small" aria-label={`Test ${name}`} pending={navigation.formData?.get("intent") === `test ${id}`}>
        Test
      </Button>
    </Form>
  );
}

type ChangesProps = { id: string; connection: ModelConnection; answered: Answered | undefined };

function Changes({ id, connection: { provider, name, address, lastFour }, answered }: ChangesProps) {
  const refusalOf = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  const replaced = refusalOf(`replace ${id}`);
  const removed = refusalOf(`remove ${id}`);
  const change = lastFour === null ? "Add a key" : "Replace the key";
  return (
    // A new key closes what it was entered in.
    <div key={`${lastFour} ${answered?.said ?? ""}`} className="mt-2.5">
      <Disclosure open={replaced !== null} summary={change}>
        <ProviderForm intent={`replace ${id}`} provider={provider} submit={change} refusal={replaced}>
          {address !== null && <input type="hidden" name="address" value={address} />}
          {provider === "compatible" && <input type="hidden" name="name" value={name} />}
          <KeyField label="New key" hint={lastFour === null ? "" : "The old key stays in use until the new one has been tested."} />
        </ProviderForm>
      </Disclosure>
      <Disclosure open={removed !== null} summary={`Remove ${name}`}>
        <AuthForm intent={`remove ${id}`} submit={`Remove ${name}`} variant="danger" isWide={false} refusal={removed}>
          <p className="text-ink-soft">
            Its models can no longer be used. Chats that used them stay, and can continue with another model. The key is deleted
            here, but stays valid with its provider.
          </p>
        </AuthForm>
      </Disclosure>
    </div>
  );
}

export type Answered = {
  intent: string;
  /** The connection it is about. */
  id: string | null;
  said: string | null;
  refusal: AccountRefusal | null;
};

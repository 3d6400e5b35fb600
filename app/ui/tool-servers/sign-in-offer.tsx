/* A tool server that the person has to sign in to, for the first time or again. */
import type { ToolServer } from "#core/tool-servers/tool-server.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SecretField } from "../kit/secret-field.tsx";
import { TextField } from "../kit/text-field.tsx";

type Props = {
  id: string;
  name: string;
  signIn: NonNullable<ToolServer["signIn"]>;
  callback: string;
  /** It was, perhaps for lack of a client ID. */
  refused: boolean;
};

export function SignInOffer({ id, name, signIn: { at, state, clientId }, callback, refused }: Props) {
  const isAgain = state === "again";
  return (
    <div className="mt-3 rounded-xl border border-rule-strong p-4">
      <p className="font-medium">{isAgain ? `Sign in to ${name} again.` : `${name} asks you to sign in.`}</p>
      <p className="mt-1 text-ink-soft">
        {isAgain
          ? `Your sign-in at ${at} has ended. What you accepted is kept; until you sign in, its tools are not called.`
          : `You sign in at ${at} and decide there what Stet may do. Stet never sees your password.`}
      </p>
      <AuthForm intent={`sign-in ${id}`} submit={isAgain ? "Sign in again" : "Sign in"} variant="primary" isWide={false} />
      <details className="mt-3" open={refused || undefined}>
        <summary className="min-h-8 py-1.5 text-xs text-ink-soft touch-target hover:text-ink">Use a client ID of your own</summary>
        <p className="mt-1 text-ink-soft">Where programs have to be registered by hand, with this return address:</p>
        <code className="mt-2 mb-4 block rounded-lg bg-desk px-2.5 py-2 font-mono text-xs break-all text-ink select-all">
          {callback}
        </code>
        <AuthForm intent={`sign-in-as ${id}`} submit="Sign in with it" variant="outline" isWide={false}>
          <TextField
            label="Client ID"
            name="clientId"
            maxLength={1000}
            defaultValue={clientId ?? ""}
            autoComplete="off"
            spellCheck={false}
            className="max-w-100"
          />
          <SecretField
            label="Client secret"
            name="clientSecret"
            maxLength={4000}
            hint="Stored encrypted. Leave it empty if you have none."
          />
        </AuthForm>
      </details>
    </div>
  );
}

/*
 * Opens over the current page when the session has expired. The page stays as it
 * is, and failed requests are repeated after sign-in. The email address is fixed,
 * because the page belongs to that account.
 */
import { KeyRound } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { accountFormRefusal, accountRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";
import { errorAt } from "../auth/auth-form.tsx";
import { CodeField } from "../auth/code-field.tsx";
import { useCanUsePasskeys, useFollow } from "../auth/passkey-sign-in.tsx";
import { signInWithPasskey } from "../auth/passkeys.ts";
import { AccountFields } from "../auth/account-fields.tsx";
import { textOf } from "../auth/account-form.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { answerSignIn } from "../session.ts";

export function SignInDialog({ open, email }: { open: boolean; email: string }) {
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null);
  const [isPending, setPending] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const [isCodeAsked, setCodeAsked] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    const credentials = { email, password: textOf(form, "password") };
    const early = isCodeAsked ? null : accountFormRefusal(credentials);
    if (early !== null) return setRefusal(early);
    setPending(true);
    const answer = isCodeAsked ? await bringCode(textOf(form, "code")) : await askToSignIn(credentials);
    setPending(false);
    setRefusal(typeof answer === "string" ? null : answer);
    // An expired challenge starts again with the password.
    setCodeAsked(answer === "code" || (isCodeAsked && typeof answer !== "string" && answer.field === "code"));
    if (answer === "in") answerSignIn(true);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && answerSignIn(false)}
      title="Sign in to continue"
      description="Your session has ended. Nothing you typed is lost."
      size="small"
      initialFocus={passwordField}
    >
      <form onSubmit={(event) => void signIn(event)} noValidate>
        {isCodeAsked ? (
          <CodeField autoFocus hint="From your authenticator app." error={errorAt(refusal, "code")} />
        ) : (
          <AccountFields refusal={refusal} email={email} isEmailFixed passwordField={passwordField} />
        )}
        <Button type="submit" variant="primary" pending={isPending} className="mt-5 w-full">
          Sign in
        </Button>
      </form>
      {!isCodeAsked && <OtherWays email={email} />}
    </Dialog>
  );
}

/** For accounts without a password. Signing in as someone else loads a new page. */
function OtherWays({ email }: { email: string }) {
  const canUse = useCanUsePasskeys();
  const { isPending, refusal, follow } = useFollow((who) => (who === email ? answerSignIn(true) : location.assign("/chat")));
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {canUse && (
        <Button variant="quiet" pending={isPending} onClick={() => void follow(signInWithPasskey())}>
          <KeyRound />
          Use a passkey
        </Button>
      )}
      <a
        href={`/auth/sign-in?from=${encodeURIComponent(location.pathname + location.search)}`}
        className="text-ink-soft hover:text-ink hover:underline"
      >
        Sign in another way
      </a>
      {refusal !== null && (
        <p role="alert" className="w-full text-danger">
          {refusal}
        </p>
      )}
    </div>
  );
}

type Answer = "in" | "code" | AccountRefusal;

async function askToSignIn(credentials: { email: string; password: string }): Promise<Answer> {
  const answer = await post("/api/auth/sign-in/email", credentials);
  if ("refusal" in answer) return answer.refusal;
  return answer.body.twoFactorRedirect === true ? "code" : "in";
}

async function bringCode(code: string): Promise<Answer> {
  const answer = await post("/api/auth/two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") });
  return "refusal" in answer ? answer.refusal : "in";
}

async function post(path: string, body: object): Promise<{ body: Record<string, unknown> } | { refusal: AccountRefusal }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const json: unknown = await response.json().catch(() => null);
    return response.ok ? { body: (json ?? {}) as Record<string, unknown> } : { refusal: accountRefusal(json) };
  } catch {
    return { refusal: accountRefusal({ code: "no-connection" }) };
  }
}

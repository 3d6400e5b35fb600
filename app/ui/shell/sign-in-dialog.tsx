/*
 * Opens over whatever a person was doing when their session ran out. The page
 * stays as it is behind it; once they are back, what they asked for is asked
 * again. The address is fixed: what stands on the page is theirs.
 */
import { useRef, useState, type FormEvent } from "react";
import { accountFormRefusal, accountRefusal, type AccountRefusal } from "#core/account-refusal.ts";
import { AccountFields } from "../auth/account-fields.tsx";
import { textOf } from "../auth/account-form.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { answerSignIn } from "../session.ts";

export function SignInDialog({ open, email }: { open: boolean; email: string }) {
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null);
  const [isPending, setPending] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const credentials = { email, password: textOf(new FormData(event.currentTarget), "password") };
    const early = accountFormRefusal(credentials);
    if (early !== null) return setRefusal(early);
    setPending(true);
    const refused = await askToSignIn(credentials);
    setPending(false);
    setRefusal(refused);
    if (refused === null) answerSignIn(true);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && answerSignIn(false)}
      title="Sign in to go on"
      description="Your session has ended. Nothing you typed is lost."
      size="small"
      initialFocus={passwordField}
    >
      <form onSubmit={(event) => void signIn(event)} noValidate>
        <AccountFields refusal={refusal} email={email} isEmailFixed passwordField={passwordField} />
        <Button type="submit" variant="primary" pending={isPending} className="mt-5 w-full">
          Sign in
        </Button>
      </form>
    </Dialog>
  );
}

async function askToSignIn(credentials: { email: string; password: string }): Promise<AccountRefusal | null> {
  try {
    const response = await fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentials),
    });
    return response.ok ? null : accountRefusal(await response.json().catch(() => null));
  } catch {
    return accountRefusal({ code: "no-connection" });
  }
}

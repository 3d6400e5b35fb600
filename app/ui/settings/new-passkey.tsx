/* Adds a passkey. The device verifies its owner; this form only asks for a name and proof of identity. */
import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { longestPasskeyName } from "#core/account/passkey.ts";
import { deviceOf } from "#core/account/own-session.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { accountRefusal } from "#core/account/account-refusal.ts";
import { problemIn } from "../ask.ts";
import { textOf } from "../auth/account-form.tsx";
import { makePasskey } from "../auth/passkeys.ts";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ProofField } from "./proof-field.tsx";

export function NewPasskey({ hasPassword }: { hasPassword: boolean }) {
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    setPending(true);
    try {
      const isMade = await makePasskey(textOf(form, "name").trim() || "Passkey", textOf(form, "password"));
      setRefusal(isMade ? null : { sentence: "No passkey was created: it was cancelled, or this device already has one." });
      if (isMade) await navigate("?done=passkey");
    } catch (error) {
      setRefusal(accountRefusal(problemIn(error)));
    } finally {
      setPending(false);
    }
  }

  return (
    <Disclosure summary="Add a passkey" open={false}>
      <form onSubmit={(event) => void add(event)} noValidate className="flex flex-col gap-4">
        {refusal !== null && refusal.field === undefined && (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
            {refusal.sentence}
          </p>
        )}
        <TextField
          label="Name"
          name="name"
          maxLength={longestPasskeyName}
          defaultValue={deviceOf(navigator.userAgent)}
          hint="Helps you tell your passkeys apart."
          className="max-w-80"
        />
        <ProofField hasPassword={hasPassword} refusal={refusal} />
        <div>
          <Button type="submit" pending={isPending}>
            Create passkey
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}

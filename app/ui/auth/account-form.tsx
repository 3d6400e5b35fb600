/*
 * The form of a sign-in or sign-up page. It is a plain form that posts to its own
 * page, so it works before any script has loaded and without one; with script it
 * also validates before submitting.
 */
import { useState, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import { accountFormRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";
import { Button } from "../kit/button.tsx";
import { AccountFields } from "./account-fields.tsx";

type AccountFormProps = { isNew?: boolean; submit: string; answered: { refusal: AccountRefusal; email: string } | undefined };

export function AccountForm({ isNew = false, submit, answered }: AccountFormProps) {
  const navigation = useNavigation();
  const [early, setEarly] = useState<AccountRefusal | null>(null);
  const isPending = navigation.formMethod === "POST";

  function check(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const refusal = accountFormRefusal({
      ...(isNew && { name: textOf(form, "name") }),
      email: textOf(form, "email"),
      password: textOf(form, "password"),
    });
    setEarly(refusal);
    if (refusal !== null || isPending) event.preventDefault();
  }

  return (
    <Form method="post" onSubmit={check} noValidate>
      <AccountFields
        isNew={isNew}
        refusal={early ?? (isPending ? null : (answered?.refusal ?? null))}
        email={answered?.email ?? ""}
      />
      <Button type="submit" variant="primary" size="large" pending={isPending} className="mt-6 w-full">
        {submit}
      </Button>
    </Form>
  );
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

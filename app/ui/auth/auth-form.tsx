/*
 * A form of the account pages: plain, so that it works without script. An error for
 * a field appears at the field, any other above the form.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { Button, type ButtonVariant } from "../kit/button.tsx";

type AuthFormProps = {
  submit: string;
  refusal?: AccountRefusal | null | undefined;
  /** Which of a page's forms this is; sent along. */
  intent?: string;
  variant?: ButtonVariant;
  isWide?: boolean;
  /** Below the button. */
  after?: ReactNode;
  children?: ReactNode;
};

export function AuthForm({ submit, refusal = null, intent, variant = "primary", isWide = true, after, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isMine = intent === undefined || navigation.formData?.get("intent") === intent;
  const isPending = navigation.formMethod === "POST" && isMine;
  useEffect(() => {
    if (refusal?.field !== undefined) form.current?.querySelector<HTMLElement>(`[name="${refusal.field}"]`)?.focus();
  }, [refusal]);

  return (
    <Form ref={form} method="post" noValidate onSubmit={(event) => isPending && event.preventDefault()}>
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      <div className="flex flex-col gap-4">
        {refusal !== null && refusal.field === undefined && !isPending && (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
            {refusal.sentence}
          </p>
        )}
        {children}
      </div>
      <Button
        type="submit"
        variant={variant}
        size={isWide ? "large" : "medium"}
        pending={isPending}
        className={isWide ? "mt-6 w-full" : "mt-4"}
      >
        {submit}
      </Button>
      {after}
    </Form>
  );
}

/** The error message for `field`, if the error belongs to it. */
export function errorAt(refusal: AccountRefusal | null | undefined, field: string): string | undefined {
  return refusal?.field === field ? refusal.sentence : undefined;
}

/* Where the letter's link leads: choose the new password. */
import { data, href, redirect } from "react-router";
import { minimumPasswordLength, newPasswordRefusal } from "#core/account-refusal.ts";
import { theServer } from "#core/policy.ts";
import { askApi, textsOf } from "#server/ask-api.ts";
import { isResetToken } from "#server/data/reset-tokens.ts";
import { apiContext, stetContext } from "#server/stet.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { PasswordField } from "#ui/auth/password-field.tsx";
import type { Route } from "./+types/reset-password.ts";

export function meta() {
  return [{ title: "Choose a new password · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) throw redirect(href("/auth/reset-password/request"));
  if (!(await isResetToken(theServer, context.get(stetContext).db, token))) throw redirect(href("/auth/reset-password/expired"));
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const newPassword = (await textsOf(request))("newPassword");
  const early = newPasswordRefusal(newPassword);
  if (early !== null) return data({ refusal: early }, { status: 400 });
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const answer = await askApi(request, context.get(apiContext), "/api/auth/reset-password", { newPassword, token });
  if (answer.ok) throw redirect(href("/auth/reset-password/success"), { headers: answer.cookies });
  if (answer.code === "INVALID_TOKEN") throw redirect(href("/auth/reset-password/expired"));
  const { refusal } = answer;
  return data(
    { refusal: refusal.field === "password" ? { ...refusal, field: "newPassword" as const } : refusal },
    { status: answer.status },
  );
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Your new password" lead="Everybody who is signed in to your account now will be signed out.">
      <AuthForm submit="Change the password" refusal={actionData?.refusal}>
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          maxLength={256}
          hint={`At least ${minimumPasswordLength} characters.`}
          error={errorAt(actionData?.refusal, "newPassword")}
        />
      </AuthForm>
    </AccountPage>
  );
}

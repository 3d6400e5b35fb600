/* Requests a password reset link. Also shown when a link is missing or expired. */
import { data, href, Link, redirect } from "react-router";
import { addressRefusal } from "#core/account/account-refusal.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { EmailField } from "#ui/auth/email-field.tsx";
import type { Route } from "./+types/forgot-password.ts";

export function meta() {
  return [{ title: "Choose a new password · Stet" }];
}

export async function action({ context, request }: Route.ActionArgs) {
  const email = (await textsOf(request))("email").trim();
  const early = addressRefusal(email);
  if (early !== null) return data({ refusal: early, email }, { status: 400 });
  const answer = await askApi(request, context.get(apiContext), "/api/auth/request-password-reset", { email });
  if (answer.ok) throw redirect(href("/auth/forgot-password/success"));
  return data({ refusal: answer.refusal, email }, { status: answer.status });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Choose a new password"
      lead="Enter the email address you signed up with, and we’ll send you a link."
      footer={
        <>
          Remember it?{" "}
          <Link to={href("/auth/sign-in")} className="font-medium text-blue hover:underline">
            Sign in
          </Link>
        </>
      }
    >
      <AuthForm submit="Send email" refusal={actionData?.refusal}>
        <EmailField defaultValue={actionData?.email} error={errorAt(actionData?.refusal, "email")} />
      </AuthForm>
    </AccountPage>
  );
}

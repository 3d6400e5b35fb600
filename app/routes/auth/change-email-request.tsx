/* Requests a new email address. The password is asked for again. */
import { data, href, Link, redirect } from "react-router";
import { addressRefusal } from "#core/account/account-refusal.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { EmailField } from "#ui/auth/email-field.tsx";
import { ProofField } from "#ui/settings/proof-field.tsx";
import type { Route } from "./+types/change-email-request.ts";

export function meta() {
  return [{ title: "Change your address · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`/auth/sign-in?from=${encodeURIComponent("/settings/account/profile")}`);
  return { email: me.email, hasPassword: await hasPassword(me, context.get(stetContext).db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const newEmail = text("newEmail").trim();
  const early = addressRefusal(newEmail);
  if (early !== null) return data({ refusal: { ...early, field: "newEmail" as const }, newEmail, to: "" }, { status: 400 });
  const body = { newEmail, password: text("password") };
  const answer = await askApi(request, context.get(apiContext), "/api/account/change-email", body);
  if (!answer.ok) return data({ refusal: answer.refusal, newEmail, to: "" }, { status: answer.status });
  return data({ refusal: null, newEmail, to: String(answer.body.to) });
}

export default function ChangeEmailRequest({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.to)
    return (
      <AccountPage
        title="Check your email"
        lead={`If ${actionData.newEmail} can be used, we’ve sent a link to ${actionData.to}. Open it while you’re signed in here.`}
        footer={back}
      />
    );
  return (
    <AccountPage title="Change your address" lead={`Your account uses ${loaderData.email}.`} footer={back}>
      <AuthForm submit="Send email" refusal={actionData?.refusal}>
        <EmailField
          label="New email"
          name="newEmail"
          autoComplete="email"
          defaultValue={actionData?.newEmail}
          error={errorAt(actionData?.refusal, "newEmail")}
        />
        <ProofField hasPassword={loaderData.hasPassword} refusal={actionData?.refusal ?? null} />
      </AuthForm>
    </AccountPage>
  );
}

const back = (
  <Link to={href("/settings/account/profile")} className="font-medium text-blue hover:underline">
    Back to your profile
  </Link>
);

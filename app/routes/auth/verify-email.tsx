/* Verifies an address by a button press rather than on opening the page, since mail scanners open links too. */
import { data, href, redirect } from "react-router";
import { askApi } from "#server/pages/ask-api.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { providerToConfirm } from "#server/accounts/proven-sessions.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm } from "#ui/auth/auth-form.tsx";
import type { Route } from "./+types/verify-email.ts";

export function meta() {
  return [{ title: "Verify your address · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) throw redirect(href("/auth/verify-email/request"));
  return { provider: await providerToConfirm(context.get(stetContext), token) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const answer = await askApi(request, context.get(apiContext), "/api/account/verify-email", { token });
  if (answer.ok) throw redirect(href("/auth/verify-email/success"));
  if (answer.status < 429) throw redirect(href("/auth/verify-email/expired"));
  return data({ refusal: answer.refusal }, { status: answer.status });
}

export default function VerifyEmail({ loaderData: { provider }, actionData }: Route.ComponentProps) {
  const how = provider === undefined ? "" : `, by signing in with ${provider}. You can then keep signing in that way`;
  return (
    <AccountPage
      title="Is this your address?"
      lead={`By continuing you confirm that this mailbox is yours, and that you created the account${how}.`}
    >
      <AuthForm submit="Verify this address" refusal={actionData?.refusal} />
    </AccountPage>
  );
}

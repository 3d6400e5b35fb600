/*
 * The target of both emails of an address change: the first, to the old address, lets the second go out; the second,
 * to the new one, makes the change. Only the signed-in owner can use either.
 */
import { data, href, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { addressesIn } from "#server/accounts/account-notices.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { actorContext, apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm } from "#ui/auth/auth-form.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import type { Route } from "./+types/change-email.ts";

export function meta() {
  return [{ title: "Change your address · Stet" }];
}

export function loader({ context, url }: Route.LoaderArgs) {
  if (!url.searchParams.has("token")) throw redirect(href("/auth/change-email/request"));
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname + url.search)}`);
  const { from, to } = addressesIn(url.searchParams.get("token") ?? "");
  // Used before, or of another account.
  if (from !== me.email) throw redirect(href("/auth/change-email/invalid"));
  return { email: me.email, to };
}

/** After the change, the loader would find a link that was used, and replace the page that says so. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const answer = await askApi(request, context.get(apiContext), "/api/account/change-email/confirm", { token });
  if (answer.ok) return data({ refusal: null, step: String(answer.body.step), email: String(answer.body.email ?? "") });
  if (answer.code === "link-expired") throw redirect(href("/auth/change-email/expired"));
  if (answer.code === "link-invalid" || answer.code === "bad-request") throw redirect(href("/auth/change-email/invalid"));
  return data({ refusal: answer.refusal, step: "", email: "" }, { status: answer.status });
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === "confirmed")
    return (
      <AccountPage
        title="Check your new mailbox"
        lead="We’ve sent a second email to the new address. Open its link to complete the change."
      />
    );
  if (actionData?.step === "changed")
    return (
      <AccountPage title="Your address was changed" lead={`From now on you sign in with ${actionData.email}.`}>
        <Link to={href("/settings/account/profile")} className={`w-full ${buttonClass("primary", "large")}`}>
          Back to your profile
        </Link>
      </AccountPage>
    );
  return (
    <AccountPage
      title="Change your address?"
      lead={`From ${loaderData.email} to ${loaderData.to ?? "another address"}. Continue only if you asked for this.`}
    >
      <AuthForm submit="Confirm" refusal={actionData?.refusal} />
    </AccountPage>
  );
}

/* Starts signing in with an external account. */
import { data, href, Link, redirect } from "react-router";
import { backFrom } from "#server/accounts/account-form.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { providersOf } from "#server/accounts/providers.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { LeaveLink } from "#ui/auth/leave-link.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import type { Route } from "./+types/sign-in-with.ts";

export function meta() {
  return [{ title: "Sign in · Stet" }];
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const provider = providersOf(context.get(stetContext).env).find(({ id }) => id === params.provider);
  const body = { provider: params.provider, from: backFrom(request) };
  const answer = await askApi(request, context.get(apiContext), "/api/auth/sign-in/with", body);
  if (!answer.ok || provider === undefined) throw redirect(`${href("/auth/error")}?error=silent`);
  return data({ url: String(answer.body.url), name: provider.name }, { headers: answer.cookies });
}

export default function SignInWith({ actionData }: Route.ComponentProps) {
  if (actionData === undefined)
    return (
      <AccountPage title="No sign-in in progress" lead="Start from the sign-in page.">
        <Link to={href("/auth/sign-in")} className={`w-full ${buttonClass("primary", "large")}`}>
          Sign in
        </Link>
      </AccountPage>
    );
  return (
    <AccountPage title={`Continue to ${actionData.name}`} lead="You return here after signing in there.">
      <LeaveLink {...actionData} />
    </AccountPage>
  );
}

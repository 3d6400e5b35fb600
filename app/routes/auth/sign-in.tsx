import { href, Link, redirect, useSearchParams } from "react-router";
import { answerAccountForm, backFrom } from "#server/accounts/account-form.ts";
import { providersOf } from "#server/accounts/providers.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { AccountForm } from "#ui/auth/account-form.tsx";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { PasskeySignIn } from "#ui/auth/passkey-sign-in.tsx";
import { ProviderButtons } from "#ui/auth/provider-buttons.tsx";
import type { Route } from "./+types/sign-in.ts";

export function meta() {
  return [{ title: "Sign in · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  return { providers: providersOf(context.get(stetContext).env) };
}

export function action({ context, request }: Route.ActionArgs) {
  return answerAccountForm(request, context.get(apiContext), "sign-in");
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AccountPage
      title="Welcome back"
      lead="Your chats are where you left them."
      footer={
        <>
          New to Stet?{" "}
          <Link
            to={{ pathname: href("/auth/sign-up"), search: search.toString() }}
            className="font-medium text-blue hover:underline"
          >
            Create a free account
          </Link>
        </>
      }
    >
      <AccountForm submit="Sign in" answered={actionData} />
      <p className="mt-4 text-center">
        <Link to={href("/auth/forgot-password")} className="text-ink-soft hover:text-ink hover:underline">
          Forgot your password?
        </Link>
      </p>
      <PasskeySignIn />
      <ProviderButtons providers={loaderData.providers} />
    </AccountPage>
  );
}

import { href, Link, redirect, useSearchParams } from "react-router";
import { listed, type SignUpRules } from "#core/installation/sign-up.ts";
import { answerAccountForm, backFrom } from "#server/accounts/account-form.ts";
import { providersOf } from "#server/accounts/providers.ts";
import { signUpRules } from "#server/accounts/sign-up.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { AccountForm } from "#ui/auth/account-form.tsx";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { ProviderButtons } from "#ui/auth/provider-buttons.tsx";
import type { Route } from "./+types/sign-up.ts";

export function meta() {
  return [{ title: "Create an account · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  const stet = context.get(stetContext);
  const { env } = stet;
  return { providers: providersOf(env), privacy: env.PRIVACY_URL ?? null, rules: await signUpRules(stet) };
}

export function action({ context, request }: Route.ActionArgs) {
  return answerAccountForm(request, context.get(apiContext), "sign-up");
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AccountPage
      {...welcomeOf(loaderData.rules)}
      footer={
        <>
          Already have an account?{" "}
          <Link
            to={{ pathname: href("/auth/sign-in"), search: search.toString() }}
            className="font-medium text-blue hover:underline"
          >
            Sign in
          </Link>
        </>
      }
    >
      <AccountForm isNew submit="Create account" answered={actionData} />
      <ProviderButtons providers={loaderData.providers} />
      <p className="mt-6 text-xs text-ink-soft text-pretty">
        By creating an account you accept the{" "}
        <a href={href("/terms-of-use")} className={termsClass}>
          terms of use
        </a>
        {loaderData.privacy !== null && (
          <>
            . The{" "}
            <a href={loaderData.privacy} className={termsClass}>
              privacy policy
            </a>{" "}
            says what happens to your data
          </>
        )}
        .
      </p>
    </AccountPage>
  );
}

function welcomeOf(rules: SignUpRules): { title: string; lead: string } {
  switch (rules.who) {
    case "anyone":
      return {
        title: "Write with a second pair of eyes",
        lead: "A free account saves your chats, and every change to your text can be undone.",
      };
    case "invited":
      return {
        title: "Accounts here are by invitation",
        lead: "If you’ve been invited, use the address the invitation was sent to. Otherwise, ask your administrator.",
      };
    case "domains":
      return {
        title: "Sign-up is limited here",
        lead: `Use an address at ${listed(rules.domains)}, or the address your invitation was sent to.`,
      };
  }
}

const termsClass = "inline-block font-medium text-ink touch-target underline underline-offset-2 hover:text-blue";

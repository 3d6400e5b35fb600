/* Two-factor authentication: a code from the authenticator app. */
import { data, href, Link, redirect, useSearchParams } from "react-router";
import { returnPath } from "#core/text/return-path.ts";
import { isChallenged } from "#server/accounts/account-form.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { actorContext, apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { CodeField } from "#ui/auth/code-field.tsx";
import type { Route } from "./+types/totp.ts";

export function meta() {
  return [{ title: "Enter the code · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  if (!isChallenged(request)) throw redirect(href("/auth/sign-in") + new URL(request.url).search);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const code = (await textsOf(request))("code").replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(code))
    return data({ refusal: { sentence: "The code has six digits.", field: "code" as const } }, { status: 400 });
  const answer = await askApi(request, context.get(apiContext), "/api/auth/two-factor/verify-totp", { code });
  if (answer.ok) throw redirect(backFrom(request), { headers: answer.cookies });
  return data({ refusal: answer.refusal }, { status: answer.status });
}

function backFrom(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get("from"));
}

export default function Totp({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AccountPage
      title="One more step"
      lead="Enter the code that your authenticator app shows for Stet."
      footer={
        <>
          Don't have the app?{" "}
          <Link
            to={{ pathname: href("/auth/recovery-code"), search: search.toString() }}
            className="font-medium text-blue hover:underline"
          >
            Use a recovery code
          </Link>
        </>
      }
    >
      <AuthForm submit="Sign in" refusal={actionData?.refusal}>
        <CodeField error={errorAt(actionData?.refusal, "code")} hint="Six digits. They change every 30 seconds." />
      </AuthForm>
      {actionData?.refusal && actionData.refusal.field === undefined && <StartAgain />}
    </AccountPage>
  );
}

function StartAgain() {
  return (
    <p className="mt-4 text-center">
      <Link to={href("/auth/sign-in")} className="text-ink-soft hover:text-ink hover:underline">
        Start again
      </Link>
    </p>
  );
}

/* Two-factor authentication with a recovery code instead of the app. */
import { data, href, Link, redirect, useSearchParams } from "react-router";
import { returnPath } from "#core/text/return-path.ts";
import { isChallenged } from "#server/accounts/account-form.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { actorContext, apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { TextField } from "#ui/kit/text-field.tsx";
import type { Route } from "./+types/recovery-code.ts";

export function meta() {
  return [{ title: "Use a recovery code · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  if (!isChallenged(request)) throw redirect(href("/auth/sign-in") + new URL(request.url).search);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const code = (await textsOf(request))("code").trim();
  if (code === "")
    return data({ refusal: { sentence: "Enter one of your recovery codes.", field: "code" as const } }, { status: 400 });
  const answer = await askApi(request, context.get(apiContext), "/api/auth/two-factor/verify-backup-code", { code });
  if (answer.ok) throw redirect(backFrom(request), { headers: answer.cookies });
  return data({ refusal: answer.refusal }, { status: answer.status });
}

function backFrom(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get("from"));
}

export default function RecoveryCode({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AccountPage
      title="Use a recovery code"
      lead="Enter one of the recovery codes you saved when you set up two-factor authentication. Each works once. We’ll email you that it was used."
      footer={
        <>
          Have the app?{" "}
          <Link to={{ pathname: href("/auth/totp"), search: search.toString() }} className="font-medium text-blue hover:underline">
            Enter a code from it
          </Link>
        </>
      }
    >
      <AuthForm submit="Sign in" refusal={actionData?.refusal}>
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          className="[&_input]:font-mono"
          hint="Two groups of five, with the hyphen between them."
          error={errorAt(actionData?.refusal, "code")}
        />
      </AuthForm>
    </AccountPage>
  );
}

import { data, href, Link, redirect, useSearchParams } from "react-router";
import { returnPath } from "#core/return-path.ts";
import { postAccountForm } from "#server/account-form.ts";
import { actorContext, apiContext } from "#server/stet.ts";
import { AccountForm } from "#ui/auth/account-form.tsx";
import { AccountPage } from "#ui/auth/account-page.tsx";
import type { Route } from "./+types/sign-in.ts";

export function meta() {
  return [{ title: "Sign in · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const back = backFrom(request);
  const answer = await postAccountForm(request, context.get(apiContext), "sign-in");
  if (answer.step === "refused") return data({ refusal: answer.refusal, email: answer.email }, { status: answer.status });
  if (answer.step === "letter") throw redirect(`${href("/auth/verify-email/request")}?sent`);
  const next = answer.step === "totp" ? `${href("/auth/totp")}?from=${encodeURIComponent(back)}` : back;
  throw redirect(next, { headers: answer.cookies });
}

function backFrom(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get("from"));
}

export default function SignIn({ actionData }: Route.ComponentProps) {
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
          Forgotten your password?
        </Link>
      </p>
    </AccountPage>
  );
}

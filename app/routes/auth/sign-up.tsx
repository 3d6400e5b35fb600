import { data, href, Link, redirect, useSearchParams } from "react-router";
import { returnPath } from "#core/return-path.ts";
import { postAccountForm } from "#server/account-form.ts";
import { actorContext, apiContext } from "#server/stet.ts";
import { AccountForm } from "#ui/auth/account-form.tsx";
import { AccountPage } from "#ui/auth/account-page.tsx";
import type { Route } from "./+types/sign-up.ts";

export function meta() {
  return [{ title: "Create an account · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(backFrom(request));
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const back = backFrom(request);
  const answer = await postAccountForm(request, context.get(apiContext), "sign-up");
  if (answer.step === "refused") return data({ refusal: answer.refusal, email: answer.email }, { status: answer.status });
  if (answer.step === "letter") throw redirect(`${href("/auth/verify-email/request")}?sent`);
  const next = answer.step === "totp" ? `${href("/auth/totp")}?from=${encodeURIComponent(back)}` : back;
  throw redirect(next, { headers: answer.cookies });
}

function backFrom(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get("from"));
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AccountPage
      title="Write with a second pair of eyes"
      lead="A free account keeps your chats, and every change to your text can be undone."
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
    </AccountPage>
  );
}

/* Asks the inviter for a new invitation. The answer does not reveal who was invited. */
import { data, href, Link } from "react-router";
import { addressRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { actorContext, apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { EmailField } from "#ui/auth/email-field.tsx";
import type { Route } from "./+types/request.ts";

export function meta() {
  return [{ title: "Request an invitation · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  return { email: me.kind === "person" ? me.email : "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const email = (await textsOf(request))("email").trim();
  const early: AccountRefusal | null = addressRefusal(email);
  if (early !== null) return data({ refusal: early, email }, { status: 400 });
  const answer = await askApi(request, context.get(apiContext), "/api/invitations/request", { email });
  if (!answer.ok) return data({ refusal: answer.refusal, email }, { status: answer.status });
  return data({ refusal: null, email });
}

export default function RequestInvitation({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.refusal === null)
    return (
      <AccountPage
        title="Request sent"
        lead={`If ${actionData.email} had an invitation that no longer works, we’ve asked the person who sent it for a new one.`}
        footer={back}
      />
    );
  return (
    <AccountPage
      title="Request a new invitation"
      lead="If your invitation has expired or was revoked, we’ll ask the person who sent it for a new one. Enter the address it was sent to."
      footer={back}
    >
      <AuthForm submit="Send request" refusal={actionData?.refusal}>
        <EmailField defaultValue={actionData?.email ?? loaderData.email} error={errorAt(actionData?.refusal, "email")} />
      </AuthForm>
    </AccountPage>
  );
}

const back = (
  <Link to={href("/chat")} className="font-medium text-blue hover:underline">
    Continue writing
  </Link>
);

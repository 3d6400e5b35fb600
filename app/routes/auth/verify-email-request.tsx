/* Requests another verification email; also where signing up ends if it does not sign the user in. */
import { data, href, Link, useSearchParams } from "react-router";
import { addressRefusal } from "#core/account/account-refusal.ts";
import { backFrom } from "#server/accounts/account-form.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { actorContext, apiContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { EmailField } from "#ui/auth/email-field.tsx";
import type { Route } from "./+types/verify-email-request.ts";

export function meta() {
  return [{ title: "Verify your address · Stet" }];
}

export function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  return {
    email: me.kind === "person" ? me.email : null,
    isVerified: me.kind === "person" && me.isVerified,
    back: backFrom(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const me = context.get(actorContext);
  const api = context.get(apiContext);
  const email = me.kind === "person" ? me.email : (await textsOf(request))("email").trim();
  const early = addressRefusal(email);
  if (early !== null) return data({ refusal: early, email, isSent: false }, { status: 400 });
  const answer =
    me.kind === "person"
      ? await askApi(request, api, "/api/account/verify-email/send", {})
      : await askApi(request, api, "/api/auth/send-verification-email", { email });
  if (!answer.ok) return data({ refusal: answer.refusal, email, isSent: false }, { status: answer.status });
  return data({ refusal: null, email, isSent: true });
}

export default function VerifyEmailRequest({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isSent = actionData?.isSent ?? (search.has("sent") && actionData === undefined);
  const { email, isVerified } = loaderData;
  if (isVerified)
    return <AccountPage title="Your address is verified" lead={`You’ve confirmed that ${email} is yours.`} footer={resume} />;
  return (
    <AccountPage
      title={isSent ? "Check your email" : "Verify your address"}
      lead={
        isSent
          ? email === null
            ? "We have sent you an email. Open the link in it to verify your address, then sign in. It can take a minute; check your spam folder too."
            : "We’ve sent you an email. It can take a minute; check your spam folder too."
          : "We’ll send a link to your address, so that others can invite you and share with you by email."
      }
      footer={email === null ? <SignIn back={loaderData.back} /> : resume}
    >
      <AuthForm
        submit={isSent ? "Send it again" : "Send email"}
        variant={isSent ? "outline" : "primary"}
        refusal={actionData?.refusal}
      >
        <EmailField
          defaultValue={email ?? actionData?.email}
          readOnly={email !== null}
          error={errorAt(actionData?.refusal, "email")}
        />
      </AuthForm>
    </AccountPage>
  );
}

function SignIn({ back }: { back: string }) {
  return (
    <>
      Already verified?{" "}
      <Link
        to={{ pathname: href("/auth/sign-in"), search: `from=${encodeURIComponent(back)}` }}
        className="font-medium text-blue hover:underline"
      >
        Sign in
      </Link>
    </>
  );
}
const resume = (
  <Link to={href("/chat")} className="font-medium text-blue hover:underline">
    Continue writing
  </Link>
);

/* Who may make an account on this installation. */
import { data } from "react-router";
import { namedRules, type SignUpRules, type SignUpSetup } from "#core/installation/sign-up.ts";
import { signUpRules } from "#server/accounts/sign-up.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { SignUpSettings } from "#ui/admin/sign-up-settings.tsx";
import type { Route } from "./+types/sign-up.ts";

export function meta() {
  return [{ title: "Sign-up · Administration · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs): Promise<SignUpSetup> {
  administrator(context.get(actorContext));
  const stet = context.get(stetContext);
  return { rules: await signUpRules(stet), isLocked: stet.env.SIGN_UP !== undefined, sendsEmail: sendsEmail(stet.env) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const given = { who: text("who"), domains: text("domains") };
  const answer = await askApi(request, context.get(apiContext), "/api/admin/sign-up", given, "PUT");
  if (!answer.ok) return data({ said: null, refusal: answer.refusal, given }, { status: answer.status });
  const said = `Saved. Who can create an account: ${namedRules(answer.body.rules as SignUpRules)}.`;
  return data({ said, refusal: null, given: undefined });
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  return <SignUpSettings {...loaderData} answered={actionData} />;
}

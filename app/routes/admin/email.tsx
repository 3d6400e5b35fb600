/* How email is sent, and a test of it. */
import { data } from "react-router";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { emailSetup } from "#server/email/test-email.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { EmailReport } from "#ui/admin/email-report.tsx";
import type { Route } from "./+types/email.ts";

export function meta() {
  return [{ title: "Email · Administration · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  const setup = await emailSetup(me, context.get(stetContext));
  return { setup, address: me.kind === "person" ? me.email : "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const answer = await askApi(request, context.get(apiContext), "/api/admin/email/test", {});
  if (!answer.ok) return data({ said: null, refusal: answer.refusal }, { status: answer.status });
  return data({ said: String(answer.body.sentence), refusal: null });
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailReport {...loaderData} answered={actionData} />;
}

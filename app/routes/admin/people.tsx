/* Who has an account here, and whether they may sign in. */
import { data } from "react-router";
import { planNames, plans } from "#core/account/plans.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { listPeople } from "#server/data/installation/people.ts";
import { askApi, textsOf, type Api } from "#server/pages/ask-api.ts";
import { PeopleList } from "#ui/admin/people-list.tsx";
import type { Route } from "./+types/people.ts";

export function meta() {
  return [{ title: "People · Administration · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = administrator(context.get(actorContext));
  const { db } = context.get(stetContext);
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("query") ?? "").slice(0, 200);
  const isSuspended = searchParams.get("suspended") === "1";
  const before = searchParams.get("before") ?? undefined;
  const [page, withPassword] = await Promise.all([listPeople(me, db, { query, isSuspended, before }), hasPassword(me, db)]);
  return { ...page, search: { query, isSuspended }, isFirst: before === undefined, hasPassword: withPassword };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const [verb = "", id = ""] = intent.split(" ");
  const answer = await asked(request, context.get(apiContext), verb, id, text);
  if (!answer.ok) return data({ intent, said: null, refusal: answer.refusal }, { status: answer.status });
  return data({ intent, said: saidOf(verb, String(answer.body.email), text("plan")), refusal: null });
}

function asked(request: Request, api: Api, verb: string, id: string, text: (name: string) => string) {
  const path = `/api/admin/people/${encodeURIComponent(id)}`;
  switch (verb) {
    case "suspend":
    case "restore":
    case "sign-out":
      return askApi(request, api, `${path}/${verb}`, {});
    case "reset-second-factor":
      return askApi(request, api, `${path}/${verb}`, { password: text("password") });
    case "plan":
      return askApi(request, api, `${path}/plan`, { plan: text("plan") }, "PUT");
    default:
      throw problem("bad-request");
  }
}

function saidOf(verb: string, email: string, plan: string): string {
  switch (verb) {
    case "suspend":
      return `${email} is suspended and signed out everywhere.`;
    case "restore":
      return `${email} can sign in again.`;
    case "sign-out":
      return `${email} is signed out everywhere.`;
    case "reset-second-factor":
      return `${email} signs in without a second factor until they set one up again.`;
    default:
      return `${email} now has the plan ${planNames[plans.find((one) => one === plan) ?? "free"]}.`;
  }
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  return <PeopleList {...loaderData} answered={actionData} />;
}

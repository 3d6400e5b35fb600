/* Who administers the installation. */
import { data } from "react-router";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { administrator, listAdministrators } from "#server/data/installation/administrators.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { AdministratorList } from "#ui/admin/administrator-list.tsx";
import type { Route } from "./+types/administrators.ts";

export function meta() {
  return [{ title: "Administrators · Administration · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = administrator(context.get(actorContext));
  const { db } = context.get(stetContext);
  const [administrators, withPassword] = await Promise.all([listAdministrators(me, db), hasPassword(me, db)]);
  return { administrators, hasPassword: withPassword };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const [verb, id = ""] = intent.split(" ");
  const path = "/api/admin/administrators";
  const api = context.get(apiContext);
  const password = text("password");
  const answer =
    verb === "remove"
      ? await askApi(request, api, `${path}/${encodeURIComponent(id)}`, { password }, "DELETE")
      : await askApi(request, api, path, { email: text("email"), password });
  if (!answer.ok) return data({ intent, said: null, refusal: answer.refusal }, { status: answer.status });
  const said = `${String(answer.body.email)} ${verb === "remove" ? "is no longer" : "is now"} an administrator.`;
  return data({ intent, said, refusal: null });
}

export default function Administrators({ loaderData, actionData }: Route.ComponentProps) {
  return <AdministratorList {...loaderData} answered={actionData} />;
}

/* Which emails the user wants. */
import { data } from "react-router";
import { emailKinds } from "#core/account/notifications.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { getNotifications } from "#server/data/accounts/notifications.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { NotificationSettings } from "#ui/settings/notification-settings.tsx";
import type { Route } from "./+types/notifications.ts";

export function meta() {
  return [{ title: "Notifications · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  return { email: me.email, notifications: await getNotifications(me, context.get(stetContext).db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const wanted = emailKinds.filter((kind) => form.has(kind));
  const answer = await askApi(request, context.get(apiContext), "/api/account/notifications", { wanted }, "PUT");
  return answer.ok ? { refusal: null } : data({ refusal: answer.refusal }, { status: answer.status });
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return <NotificationSettings {...loaderData} answered={actionData} />;
}

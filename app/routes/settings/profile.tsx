/* One's name and address. */
import { data } from "react-router";
import { problem } from "#core/problem.ts";
import { askApi, textsOf } from "#server/ask-api.ts";
import { actorContext, apiContext } from "#server/stet.ts";
import { ProfileSettings } from "#ui/settings/profile-settings.tsx";
import type { Route } from "./+types/profile.ts";

export function meta() {
  return [{ title: "Profile · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  return { name: me.name, email: me.email, isVerified: me.isVerified };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const name = text("name").trim();
  if (intent === "name" && name === "")
    return data({ intent, refusal: { sentence: "Say how we should call you.", field: "name" as const } }, { status: 400 });
  const api = context.get(apiContext);
  const answer =
    intent === "name"
      ? await askApi(request, api, "/api/account", { name }, "PATCH")
      : await askApi(request, api, "/api/account/verify-email/send", {});
  if (!answer.ok) return data({ intent, refusal: answer.refusal }, { status: answer.status });
  return data({ intent, refusal: null });
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return <ProfileSettings account={loaderData} answered={actionData} />;
}

/* The user's name and address. */
import { data } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { askApi, type Api, type ApiAnswer } from "#server/pages/ask-api.ts";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { writesIn } from "#server/writing/writes-form.ts";
import { ProfileSettings } from "#ui/settings/profile-settings.tsx";
import type { Route } from "./+types/profile.ts";

export function meta() {
  return [{ title: "Profile · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { image, writes } = await getProfile(me, context.get(stetContext).db);
  return { name: me.name, email: me.email, isVerified: me.isVerified, image, writes };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (field: string) => {
    const value = form.get(field);
    return typeof value === "string" ? value : "";
  };
  const intent = text("intent");
  const name = text("name").trim();
  if (intent === "name" && name === "")
    return data({ intent, refusal: { sentence: "Enter your name.", field: "name" as const } }, { status: 400 });
  const answer = await asked(request, context.get(apiContext), form, text);
  if (!answer.ok) return data({ intent, refusal: answer.refusal }, { status: answer.status });
  return data({ intent, refusal: null });
}

function asked(request: Request, api: Api, form: FormData, text: (field: string) => string): Promise<ApiAnswer> {
  switch (text("intent")) {
    case "name":
      return askApi(request, api, "/api/account", { name: text("name").trim() }, "PATCH");
    case "writes":
      return askApi(request, api, "/api/account/writes", writesIn(form), "PUT");
    case "avatar":
      return askApi(request, api, "/api/account/avatar", { image: text("image") }, "PUT");
    case "avatar-remove":
      return askApi(request, api, "/api/account/avatar", {}, "DELETE");
    default:
      return askApi(request, api, "/api/account/verify-email/send", {});
  }
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return <ProfileSettings account={loaderData} answered={actionData} />;
}

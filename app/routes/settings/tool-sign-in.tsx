/*
 * Where an authorization server sends people back to, after they have signed in to a tool server. The page sends on what
 * came with them as a form of its own: another site can lead a browser here, but not do anything with it.
 */
import { data, redirect } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";
import { apiContext } from "#server/contexts.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { ToolSignIn } from "#ui/tool-servers/tool-sign-in.tsx";
import type { Route } from "./+types/tool-sign-in.ts";

export function meta() {
  return [{ title: "Sign in to a tool server · Stet" }];
}

const fields = ["state", "code", "iss", "error"] as const;

export function loader({ url }: Route.LoaderArgs) {
  return { came: fields.flatMap((name) => (url.searchParams.has(name) ? [{ name, value: url.searchParams.get(name)! }] : [])) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const came = Object.fromEntries(fields.filter((name) => text(name) !== "").map((name) => [name, text(name)]));
  const answer = await askApi(request, context.get(apiContext), "/api/tool-servers/sign-in", came);
  if (!answer.ok) return data({ refusal: answer.refusal.sentence }, { status: answer.status });
  const { slug, isRead } = answer.body as { slug: string | null; isRead: boolean };
  throw redirect(`${workspacePath(slug, "/settings/account/tools")}?signed-in=${isRead ? "read" : "unread"}`);
}

export default function ToolSignInPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ToolSignIn {...loaderData} refusal={actionData?.refusal ?? null} />;
}

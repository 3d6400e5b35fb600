/* Connects models: providers by their key, servers by their address, and those found on this machine. */
import { data } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { modelSetup } from "#server/models/model-setup.ts";
import { askApi, textsOf, type Api, type ApiAnswer } from "#server/pages/ask-api.ts";
import { ModelSettings } from "#ui/admin/model-settings.tsx";
import type { Answered } from "#ui/admin/connection-row.tsx";
import type { Route } from "./+types/models.ts";

export function meta() {
  return [{ title: "Models · Administration · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  return modelSetup(context.get(actorContext), context.get(stetContext));
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  if (intent.startsWith("replace ") && text("key").trim() === "")
    return data({ intent, id: null, said: null, refusal: { sentence: "Enter the new key." } }, { status: 400 });
  const answer = await asked(request, context.get(apiContext), intent, text);
  const answered: Answered = { intent, id: null, said: null, refusal: null };
  if (!answer.ok) return data({ ...answered, refusal: answer.refusal }, { status: answer.status });
  return data({ ...answered, id: idIn(answer.body) ?? intent.split(" ")[1] ?? null, said: saidOf(intent, answer.body) });
}

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const [verb, id = ""] = intent.split(" ");
  switch (verb) {
    case "connect":
    case "replace":
    case "use": {
      const own = { provider: text("provider"), key: text("key") };
      const server = { address: text("address"), name: text("name") };
      return askApi(request, api, "/api/admin/models", own.provider === "compatible" ? { ...own, ...server } : own);
    }
    case "test":
      return askApi(request, api, `/api/admin/models/${encodeURIComponent(id)}/test`, {});
    case "remove":
      return askApi(request, api, `/api/admin/models/${encodeURIComponent(id)}`, {}, "DELETE");
    case "default":
      return askApi(request, api, "/api/admin/default-model", { model: text("model") || null }, "PUT");
    default:
      throw problem("bad-request");
  }
}

function idIn({ id }: Record<string, unknown>): string | null {
  return typeof id === "string" ? id : null;
}

function saidOf(intent: string, { sentence }: Record<string, unknown>): string {
  if (typeof sentence === "string") return sentence;
  return intent === "default" ? "New chats start with this model." : "Removed. Nothing more is sent there.";
}

export default function Models({ loaderData, actionData }: Route.ComponentProps) {
  return <ModelSettings setup={loaderData} answered={actionData} />;
}

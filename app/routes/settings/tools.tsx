/* Connects tool servers, shows what they tell models, and accepts it. */
import { data } from "react-router";
import { mayAdminister } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { askApi, textsOf, type Api, type ApiAnswer } from "#server/pages/ask-api.ts";
import { ToolServerSettings, type Answered } from "#ui/tool-servers/tool-server-settings.tsx";
import type { Route } from "./+types/tools.ts";

export function meta() {
  return [{ title: "Tools · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  return { ...(await context.get(stetContext).toolServers.list(me)), isAdministrator: mayAdminister(me) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const answer = await asked(request, context.get(apiContext), intent, text);
  // A version is not part of what the page compares.
  const answered: Answered = { intent, said: null, refusal: null };
  if (!answer.ok) return data({ ...answered, refusal: answer.refusal }, { status: answer.status });
  return data({ ...answered, said: said[intent.split(" ")[0]!] ?? null });
}

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const [verb, id = "", version = ""] = intent.split(" ");
  const path = `/api/tool-servers/${encodeURIComponent(id)}`;
  switch (verb) {
    case "connect":
      return askApi(request, api, "/api/tool-servers", { address: text("address"), key: text("key"), name: text("name") });
    case "connect-program":
      return askApi(request, api, "/api/tool-servers", { program: intent.slice("connect-program ".length) });
    case "check":
      return askApi(request, api, `${path}/check`, {});
    case "accept":
      return askApi(request, api, `${path}/accept`, { version });
    case "forget":
      return askApi(request, api, `${path}/consents`, {}, "DELETE");
    case "remove":
      return askApi(request, api, path, {}, "DELETE");
    default:
      throw problem("bad-request");
  }
}

const said: Record<string, string> = {
  connect: "Connected. Read its tools below before they can be used.",
  "connect-program": "Connected. Read its tools below before they can be used.",
  check: "Checked. Any changes are shown below.",
  accept: "Accepted. Switch it on in a chat under “Choose knowledge sources”.",
  forget: "You’ll be asked about every call again.",
  remove: "Removed. Nothing more is sent there.",
};

export default function Tools({ loaderData, actionData }: Route.ComponentProps) {
  return <ToolServerSettings {...loaderData} answered={actionData} />;
}

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

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { toolServers } = context.get(stetContext);
  const signedIn = signedInSaid[url.searchParams.get("signed-in") ?? ""] ?? null;
  const callback = toolServers.signIns.callback;
  return { ...(await toolServers.list(me)), isAdministrator: mayAdminister(me), signedIn, callback };
}

/** Back from tool-sign-in.tsx. */
const signedInSaid: Record<string, string> = {
  read: "Signed in.",
  unread: "Signed in, but its tools could not be read. Open “Change” and check for changes.",
};

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const answer = await asked(request, context.get(apiContext), intent, text);
  // A version is not part of what the page compares.
  const answered: Answered = { intent, said: null, refusal: null, leaving: null };
  if (!answer.ok) return data({ ...answered, refusal: answer.refusal }, { status: answer.status });
  const verb = intent.split(" ")[0]!;
  if (verb.startsWith("sign-in"))
    return data({ ...answered, leaving: { url: String(answer.body.url), name: String(answer.body.name) } });
  if (answer.body.asksForSignIn === true) return data({ ...answered, said: "Connected. Sign in below to read its tools." });
  if (answer.body.isRevoked === false) return data({ ...answered, said: saidUnrevoked });
  return data({ ...answered, said: said[verb] ?? null });
}

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const [verb, id = "", version = ""] = intent.split(" ");
  const path = `/api/tool-servers/${encodeURIComponent(id)}`;
  switch (verb) {
    case "connect":
      return askApi(request, api, "/api/tool-servers", { address: text("address"), key: text("key"), name: text("name") });
    case "connect-program":
      return askApi(request, api, "/api/tool-servers", { program: intent.slice("connect-program ".length) });
    case "sign-in":
    case "sign-in-as":
      return askApi(request, api, `${path}/sign-in`, { clientId: text("clientId"), clientSecret: text("clientSecret") });
    case "sign-out":
      return askApi(request, api, `${path}/sign-in`, {}, "DELETE");
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
  "sign-out": "Signed out.",
};
const saidUnrevoked =
  "Signed out here. Its authorization server did not confirm it, so what Stet could use there may stay valid until it expires.";

export default function Tools({ loaderData, actionData }: Route.ComponentProps) {
  return <ToolServerSettings {...loaderData} answered={actionData} />;
}

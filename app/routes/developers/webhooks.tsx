/* An organization's webhooks: added, tried, paused, removed; and what was sent to them. */
import { data, redirect } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { newWebhookSchema } from "#core/requests/webhooks.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { listWebhooks } from "#server/data/webhooks/webhooks.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { DeveloperHeading } from "#ui/developers/developer-page.tsx";
import { NewSecret } from "#ui/developers/new-secret.tsx";
import { WebhookForm } from "#ui/developers/webhook-form.tsx";
import { WebhookList } from "#ui/developers/webhook-list.tsx";
import { DoneNotice, ErrorNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/webhooks.ts";

export function meta() {
  return [{ title: "Webhooks · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const [webhooks, withPassword] = await Promise.all([listWebhooks(me, db), hasPassword(me, db)]);
  const done = url.searchParams.get("done") ?? "";
  return { webhooks, hasPassword: withPassword, done: Object.hasOwn(doneWords, done) ? (done as Change) : null };
}

const doneWords = {
  remove: "Webhook removed.",
  pause: "Webhook paused.",
  resume: "Webhook resumed.",
  test: "A test message is on its way. Reload this page to see how it went.",
  repeat: "The message is sent again. Reload this page to see how it went.",
} as const;
type Change = keyof typeof doneWords;

/** What each button asks of the API. */
function requestOf(intent: Change, id: string): [path: string, body: object, method: "POST" | "PATCH" | "DELETE"] {
  const one = encodeURIComponent(id);
  switch (intent) {
    case "remove":
      return [`/api/webhooks/${one}`, {}, "DELETE"];
    case "pause":
    case "resume":
      return [`/api/webhooks/${one}`, { isPaused: intent === "pause" }, "PATCH"];
    case "test":
      return [`/api/webhooks/${one}/test`, {}, "POST"];
    case "repeat":
      return [`/api/webhook-deliveries/${one}/repeat`, {}, "POST"];
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const api = context.get(apiContext);
  const intent = text("intent");
  if (Object.hasOwn(doneWords, intent)) {
    const answer = await askApi(request, api, ...requestOf(intent as Change, text("id")));
    if (!answer.ok) return data({ intent: "change" as const, refusal: answer.refusal }, { status: answer.status });
    throw redirect(`${url.pathname}?done=${intent}`);
  }
  const given = { url: text("url"), events: form.getAll("events").map(String) };
  const reading = newWebhookSchema.safeParse(given);
  if (!reading.success)
    return data({ intent: "add" as const, refusal: refusalOf(reading.error.issues[0]!), given }, { status: 400 });
  const answer = await askApi(request, api, "/api/webhooks", { ...reading.data, password: text("password") });
  if (!answer.ok) return data({ intent: "add" as const, refusal: answer.refusal, given }, { status: answer.status });
  return data({ intent: "added" as const, secret: String(answer.body.secret) });
}

function refusalOf({ path, message }: { path: PropertyKey[]; message: string }): AccountRefusal {
  return path[0] === "url" ? { sentence: message, field: "url" } : { sentence: message };
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { webhooks, done } = loaderData;
  const refused = actionData?.intent === "add" ? actionData : null;
  const added = actionData?.intent === "added" ? actionData : null;
  return (
    <>
      <DeveloperHeading
        title="Webhooks"
        lead="Stet sends a signed message to your server when something happens here. A message names what happened and holds none of its content: read that through the API, with a key. A webhook receives only events about what the member who added it can see."
      />
      {done !== null && actionData === undefined && <DoneNotice>{doneWords[done]}</DoneNotice>}
      {actionData?.intent === "change" && <ErrorNotice>{actionData.refusal.sentence}</ErrorNotice>}
      {added !== null && (
        <NewSecret
          title="The webhook was added. Copy its signing secret now: it won’t be shown again."
          secret={added.secret}
          name="The signing secret"
          copy="Copy the secret"
        >
          Your server checks every message with it. Libraries for{" "}
          <a
            href="https://www.standardwebhooks.com"
            target="_blank"
            rel="noreferrer"
            className="text-blue underline underline-offset-2 hover:text-blue-strong"
          >
            Standard Webhooks
          </a>{" "}
          do this in one line.
        </NewSecret>
      )}
      <div className="mt-6">
        <WebhookList webhooks={webhooks} />
      </div>
      <section className="mt-8 border-t border-rule pt-8">
        <h2 className="font-serif text-title">A new webhook</h2>
        <div className="mt-5">
          <WebhookForm
            key={added?.secret}
            hasPassword={loaderData.hasPassword}
            refusal={refused?.refusal ?? null}
            given={refused?.given ?? null}
          />
        </div>
      </section>
    </>
  );
}

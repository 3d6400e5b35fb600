/* An organization's API keys: created, shown once, revoked. */
import { data, redirect } from "react-router";
import { newApiKeySchema } from "#core/account/new-api-key.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { listApiKeys } from "#server/data/accounts/api-keys.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { DeveloperHeading } from "#ui/developers/developer-page.tsx";
import { KeyForm } from "#ui/developers/key-form.tsx";
import { KeyList } from "#ui/developers/key-list.tsx";
import { NewSecret } from "#ui/developers/new-secret.tsx";
import { DoneNotice, ErrorNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/api-keys.ts";

export function meta() {
  return [{ title: "API keys · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const [keys, withPassword] = await Promise.all([listApiKeys(me, db), hasPassword(me, db)]);
  return { keys, hasPassword: withPassword, now: new Date().toISOString(), isRevoked: url.searchParams.has("revoked") };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const api = context.get(apiContext);
  if (text("intent") === "revoke") {
    const answer = await askApi(request, api, `/api/keys/${encodeURIComponent(text("id"))}`, {}, "DELETE");
    if (!answer.ok) return data({ intent: "revoke" as const, refusal: answer.refusal }, { status: answer.status });
    throw redirect(`${url.pathname}?revoked`);
  }
  const given = { name: text("name"), scopes: form.getAll("scopes").map(String), life: text("life") };
  const wish = { ...given, expiresInDays: given.life === "never" ? null : Number(given.life) };
  const reading = newApiKeySchema.safeParse(wish);
  if (!reading.success)
    return data({ intent: "create" as const, refusal: refusalOf(reading.error.issues[0]!), given }, { status: 400 });
  const answer = await askApi(request, api, "/api/keys", { ...reading.data, password: text("password") });
  if (!answer.ok) return data({ intent: "create" as const, refusal: answer.refusal, given }, { status: answer.status });
  return data({ intent: "made" as const, name: reading.data.name, secret: String(answer.body.secret) });
}

function refusalOf({ path, message }: { path: PropertyKey[]; message: string }): AccountRefusal {
  return path[0] === "name" ? { sentence: message, field: "name" } : { sentence: message };
}

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, now, isRevoked } = loaderData;
  const refused = actionData?.intent === "create" ? actionData : null;
  const made = actionData?.intent === "made" ? actionData : null;
  return (
    <>
      <DeveloperHeading
        title="API keys"
        lead="Give each program its own key, with only the permissions it needs. A key acts on behalf of the member who created it, and stops working when they leave."
      />
      {isRevoked && actionData === undefined && <DoneNotice>Key revoked.</DoneNotice>}
      {actionData?.intent === "revoke" && <ErrorNotice>{actionData.refusal.sentence}</ErrorNotice>}
      {made !== null && (
        <NewSecret
          title={`“${made.name}” was created. Copy it now: it won’t be shown again.`}
          secret={made.secret}
          name="The new key"
          copy="Copy the key"
        >
          Store it as a secret, not in source code. Anyone who has it can use the organization’s plan on your behalf.
        </NewSecret>
      )}
      <div className="mt-6">
        <KeyList keys={keys} now={now} />
      </div>
      <section className="mt-8 border-t border-rule pt-8">
        <h2 className="font-serif text-title">A new key</h2>
        <div className="mt-5">
          <KeyForm
            key={made?.secret}
            hasPassword={loaderData.hasPassword}
            refusal={refused?.refusal ?? null}
            given={refused?.given ?? null}
          />
        </div>
      </section>
    </>
  );
}

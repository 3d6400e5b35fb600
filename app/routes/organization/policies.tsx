/* What the organization requires of its members, and what they may use in it. */
import { data, redirect } from "react-router";
import { anyModel } from "#core/models/model-access.ts";
import { builtinModelId } from "#core/account/plans.ts";
import { hasEnded } from "#core/models/models.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { listSignIns } from "#server/data/organizations/organization-policies.ts";
import { refusalIn, type Answered } from "#server/organizations/organization-form.ts";
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import type { Stet } from "#server/stet.ts";
import { ModelPolicy, type PolicyModel } from "#ui/organizations/model-policy.tsx";
import { TwoFactorPolicy } from "#ui/organizations/two-factor-policy.tsx";
import { WebSearchPolicy } from "#ui/organizations/web-search-policy.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/policies.ts";

export function meta() {
  return [{ title: "Policies · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me, organization } = managedPlace(context.get(actorContext));
  const stet = context.get(stetContext);
  const { policies } = organization;
  const [signIns, models] = await Promise.all([listSignIns(me, stet.db), offeredModels(stet, policies.models ?? [])]);
  return {
    name: organization.name,
    slug: organization.slug,
    policies,
    models,
    hasWebSearch: stet.web.engineName !== null,
    members: signIns.length,
    without: signIns.filter(({ hasTwoFactor }) => !hasTwoFactor).length,
    isMine: signIns.some(({ id, hasTwoFactor }) => id === me.userId && hasTwoFactor),
    done: url.searchParams.get("done"),
  };
}

/** What can be used now, and what was chosen before and cannot be used now. */
async function offeredModels({ models }: Stet, chosen: readonly string[]): Promise<PolicyModel[]> {
  const today = new Date().toISOString();
  const all = await models.choices(anyModel);
  const known = all
    .filter(({ id }) => id !== builtinModelId)
    .filter((row) => (row.available && !hasEnded(row, today)) || chosen.includes(row.id))
    .map(({ id, name, group, available }) => ({ id, name, group: group as string, available }));
  const gone = chosen.filter((id) => all.every((row) => row.id !== id));
  return [...known, ...gone.map((id) => ({ id, name: id.replace(/^local:/, ""), group: "Not connected", available: false }))];
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await request.formData();
  const intent = String(form.get("intent"));
  const change = changeIn(intent, form);
  const answer = await askApi(request, context.get(apiContext), "/api/organization/policies", change, "PATCH");
  if (!answer.ok) return data({ intent, refusal: refusalIn(answer) } satisfies Answered, { status: answer.status });
  throw redirect(`${workspacePath((params as { slug: string }).slug, "/settings/organization/policies")}?done=${intent}`);
}

function changeIn(intent: string, form: FormData): object {
  switch (intent) {
    case "two-factor-on":
    case "two-factor-off":
      return { twoFactor: intent === "two-factor-on" };
    case "models":
      return { models: form.get("which") === "some" ? form.getAll("model").map(String) : null };
    case "web-on":
    case "web-off":
      return { webSearch: intent === "web-on" };
    default:
      throw problem("bad-request");
  }
}

const done: Record<string, string> = {
  "two-factor-on": "Two-factor authentication is now required. Members who don’t use it yet were emailed.",
  "two-factor-off": "Two-factor authentication is now optional.",
  models: "Models saved.",
  "web-on": "Web search is on.",
  "web-off": "Web search is off.",
};

export default function Policies({ loaderData, actionData }: Route.ComponentProps) {
  const notice = loaderData.done !== null && actionData === undefined && Object.hasOwn(done, loaderData.done);
  const refusalOf = (intent: string) => (actionData?.intent.startsWith(intent) ? actionData.refusal : null);
  const { policies, models, hasWebSearch, name } = loaderData;
  return (
    <>
      {notice && <DoneNotice>{done[loaderData.done!]}</DoneNotice>}
      <TwoFactorPolicy {...loaderData} isRequired={policies.twoFactor} refusal={refusalOf("two-factor")} />
      <ModelPolicy key={String(policies.models)} models={models} allowed={policies.models} refusal={refusalOf("models")} />
      <WebSearchPolicy name={name} isOn={policies.webSearch} isSetUp={hasWebSearch} refusal={refusalOf("web")} />
    </>
  );
}

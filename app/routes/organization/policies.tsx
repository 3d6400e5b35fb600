/* What the organization requires of its members. */
import { data, redirect } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { listSignIns } from "#server/data/organizations/organization-policies.ts";
import { refusalIn, type Answered } from "#server/organizations/organization-form.ts";
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { TwoFactorPolicy } from "#ui/organizations/two-factor-policy.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/policies.ts";

export function meta() {
  return [{ title: "Policies · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me, organization } = managedPlace(context.get(actorContext));
  const signIns = await listSignIns(me, context.get(stetContext).db);
  return {
    name: organization.name,
    slug: organization.slug,
    policies: organization.policies,
    members: signIns.length,
    without: signIns.filter(({ hasTwoFactor }) => !hasTwoFactor).length,
    isMine: signIns.some(({ id, hasTwoFactor }) => id === me.userId && hasTwoFactor),
    done: url.searchParams.get("done"),
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const change = changes[intent];
  if (change === undefined) throw problem("bad-request");
  const answer = await askApi(request, context.get(apiContext), "/api/organization/policies", change, "PATCH");
  if (!answer.ok) return data({ intent, refusal: refusalIn(answer) } satisfies Answered, { status: answer.status });
  throw redirect(`${workspacePath((params as { slug: string }).slug, "/settings/organization/policies")}?done=${intent}`);
}

const changes: Record<string, object> = {
  "two-factor-on": { twoFactor: true },
  "two-factor-off": { twoFactor: false },
};

const done: Record<string, string> = {
  "two-factor-on": "Two-factor authentication is now required. Members who don’t use it yet were emailed.",
  "two-factor-off": "Two-factor authentication is now optional.",
};

export default function Policies({ loaderData, actionData }: Route.ComponentProps) {
  const notice = loaderData.done !== null && actionData === undefined && Object.hasOwn(done, loaderData.done);
  return (
    <>
      {notice && <DoneNotice>{done[loaderData.done!]}</DoneNotice>}
      <TwoFactorPolicy {...loaderData} isRequired={loaderData.policies.twoFactor} refusal={actionData?.refusal ?? null} />
    </>
  );
}

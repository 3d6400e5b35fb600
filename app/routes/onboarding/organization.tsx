/* The step after signing up: accept an invitation, create an organization, or neither. */
import { data, href, Link, redirect } from "react-router";
import { slugFrom } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { answerInvitation } from "#server/organizations/invitation-form.ts";
import { listOffered } from "#server/data/organizations/invitations.ts";
import { refusalIn } from "#server/organizations/organization-form.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { NewOrganizationForm } from "#ui/organizations/new-organization-form.tsx";
import { OfferedInvitations } from "#ui/organizations/offered-invitations.tsx";
import type { Route } from "./+types/organization.ts";

export function meta() {
  return [{ title: "Work with others · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname)}`);
  const { db, env } = context.get(stetContext);
  return { invitations: await listOffered(me, db), host: new URL(env.url).host };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const api = context.get(apiContext);
  if (text("intent") !== "create") return answerInvitation(request, api, text, "/onboarding/organization");
  const given = { name: text("name").trim(), slug: text("slug").trim() || slugFrom(text("name")) };
  const answer = await askApi(request, api, "/api/organizations", given);
  if (answer.ok) throw redirect(workspacePath(given.slug, "/home"));
  return data({ refusal: refusalIn(answer), given }, { status: answer.status });
}

export default function OnboardingOrganization({ loaderData, actionData }: Route.ComponentProps) {
  const { invitations, host } = loaderData;
  return (
    <AccountPage
      title="Do you work with others?"
      lead="Give your firm or team a workspace of its own. You can do this at any time; your personal workspace is always there."
      footer={
        <Link to={href("/chat")} className="font-medium text-blue hover:underline">
          Not now, start writing
        </Link>
      }
    >
      {invitations.length > 0 && (
        <section className="mb-8 border-b border-rule pb-8">
          <h2 className="mb-4 font-serif text-title">You are invited</h2>
          <OfferedInvitations invitations={invitations} refusal={actionData?.given === undefined ? actionData?.refusal : null} />
        </section>
      )}
      <NewOrganizationForm isWide host={host} refusal={actionData?.given && actionData.refusal} given={actionData?.given} />
    </AccountPage>
  );
}

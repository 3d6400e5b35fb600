/* The user's organizations, pending invitations, and creating a new one. */
import { data, redirect } from "react-router";
import { slugFrom } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { answerInvitation } from "#server/organizations/invitation-form.ts";
import { listOffered } from "#server/data/organizations/invitations.ts";
import { listOrganizations } from "#server/data/organizations/organizations.ts";
import { refusalIn } from "#server/organizations/organization-form.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { NewOrganizationForm } from "#ui/organizations/new-organization-form.tsx";
import { OfferedInvitations } from "#ui/organizations/offered-invitations.tsx";
import { OrganizationList } from "#ui/organizations/organization-list.tsx";
import { SettingsSection } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/organizations.ts";

export function meta() {
  return [{ title: "Organizations · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db, env } = context.get(stetContext);
  const [organizations, invitations] = [await listOrganizations(me, db), await listOffered(me, db)];
  return { organizations, invitations, host: new URL(env.url).host };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const api = context.get(apiContext);
  if (text("intent") !== "create") return answerInvitation(request, api, text, "/organizations");
  const given = { name: text("name").trim(), slug: text("slug").trim() || slugFrom(text("name")) };
  const answer = await askApi(request, api, "/api/organizations", given);
  if (answer.ok) throw redirect(workspacePath(given.slug, "/home"));
  return data({ refusal: refusalIn(answer), given }, { status: answer.status });
}

export default function Organizations({ loaderData, actionData }: Route.ComponentProps) {
  const { organizations, invitations, host } = loaderData;
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className="mx-auto w-full max-w-160 px-5 pt-10 pb-20">
        <h1 className="font-serif text-display">Organizations</h1>
        <p className="mt-2 text-base text-ink-soft text-pretty">
          An organization is a separate workspace: its chats and projects don’t appear in your personal workspace, and yours don’t
          appear in it.
        </p>
        {invitations.length > 0 && (
          <SettingsSection title={invitations.length === 1 ? "Pending invitation" : "Pending invitations"}>
            <OfferedInvitations invitations={invitations} refusal={actionData?.given === undefined ? actionData?.refusal : null} />
          </SettingsSection>
        )}
        {organizations.length > 0 && (
          <div className="mt-8">
            <OrganizationList organizations={organizations} />
          </div>
        )}
        <SettingsSection
          title={organizations.length === 0 ? "Create your first" : "Create another"}
          lead="You’ll be its owner and can invite others."
        >
          <div className="max-w-90">
            <NewOrganizationForm host={host} refusal={actionData?.given && actionData.refusal} given={actionData?.given} />
          </div>
        </SettingsSection>
      </div>
    </main>
  );
}

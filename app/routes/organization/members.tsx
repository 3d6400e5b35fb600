/* Members, invitations, and leaving the organization. */
import { data, redirect } from "react-router";
import { removalLastsDays } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { isUuid } from "#core/text/uuid.ts";
import { askApi, textsOf, type ApiAnswer } from "#server/pages/ask-api.ts";
import { listInvitations } from "#server/data/organizations/invitations.ts";
import { listMembers } from "#server/data/organizations/members.ts";
import { listSignIns } from "#server/data/organizations/organization-policies.ts";
import { listProjectsOfOthers } from "#server/data/organizations/projects-of-others.ts";
import { listRemovedMembers } from "#server/data/organizations/removed-members.ts";
import { invitationsSent, invitePeople } from "#server/organizations/invite-people.ts";
import { refusalIn, type Answered } from "#server/organizations/organization-form.ts";
import { organizationWorkspace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { InvitationList } from "#ui/organizations/invitation-list.tsx";
import { InviteForm } from "#ui/organizations/invite-form.tsx";
import { LeaveForm } from "#ui/organizations/leave-form.tsx";
import { MemberList } from "#ui/organizations/member-list.tsx";
import { ProjectsOfOthers } from "#ui/organizations/projects-of-others.tsx";
import { RemovedList } from "#ui/organizations/removed-list.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/members.ts";

export function meta() {
  return [{ title: "Members · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me, organization, isManager } = organizationWorkspace(context.get(actorContext));
  const { db } = context.get(stetContext);
  const after = url.searchParams.get("projects-after") ?? "";
  return {
    myId: me.userId,
    isVerified: me.isVerified,
    name: organization.name,
    role: organization.role,
    isManager,
    members: await listMembers(me, db),
    signIns: isManager ? await listSignIns(me, db) : [],
    invitations: isManager ? await listInvitations(me, db) : [],
    removed: isManager ? await listRemovedMembers(me, db) : [],
    ofOthers: isManager ? await listProjectsOfOthers(me, db, isUuid(after) ? after : null) : { projects: [], next: null },
    isAfter: isUuid(after),
    done: url.searchParams.get("done"),
    sent: invitationsSent(Math.trunc(Number(url.searchParams.get("sent"))) || 1),
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const here = workspacePath((params as { slug: string }).slug, "/settings/organization/members");
  const api = context.get(apiContext);
  if (intent === "invite") {
    const { sent, refusal, status, left } = await invitePeople(request, api, text("email"), text("role"));
    if (refusal !== null) return data({ intent, refusal, id: "", email: left } satisfies Answer, { status });
    throw redirect(`${here}?done=invite&sent=${sent}`);
  }
  const answer = await asked(request, api, intent, text);
  const refusal = refusalIn(answer);
  if (!answer.ok) return data({ intent, refusal, id: text("id"), email: "" } satisfies Answer, { status: answer.status });
  throw redirect(intent === "leave" ? "/organizations" : `${here}?done=${intent}`);
}

type Answer = Answered & { id: string; email: string };

type Api = Parameters<typeof askApi>[1];

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const id = encodeURIComponent(text("id"));
  switch (intent) {
    case "resend":
      return askApi(request, api, `/api/invitations/${id}/resend`, {});
    case "revoke":
      return askApi(request, api, `/api/invitations/${id}`, {}, "DELETE");
    case "role":
      return askApi(request, api, `/api/members/${id}`, { role: text("role") }, "PATCH");
    case "remove":
      return askApi(request, api, `/api/members/${id}`, text("heirId") === "" ? {} : { heirId: text("heirId") }, "DELETE");
    case "restore":
      return askApi(request, api, `/api/members/removed/${id}/restore`, {});
    case "accept-ownership":
      return askApi(request, api, "/api/organization/owner/accept", {});
    case "decline-ownership":
      return askApi(request, api, "/api/organization/owner/decline", {});
    case "leave":
      return askApi(request, api, "/api/members/leave", {});
    default:
      throw problem("bad-request");
  }
}

const done: Record<string, string> = {
  "accept-ownership": "You now own the organization.",
  "decline-ownership": "Offer declined. Its owner gets an email.",
  resend: "Invitation sent again. It’s open for seven more days.",
  revoke: "Invitation revoked.",
  role: "Role changed.",
  remove: `Member removed. You can restore them for ${removalLastsDays} days.`,
  restore: "Member restored, with their projects.",
};

function noticeOf(intent: string, sent: string): string | null {
  if (intent === "invite") return sent;
  return Object.hasOwn(done, intent) ? done[intent]! : null;
}

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { isManager, role, name, members, myId, invitations } = loaderData;
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  const notice = actionData !== undefined || loaderData.done === null ? null : noticeOf(loaderData.done, loaderData.sent);
  return (
    <>
      {notice && <DoneNotice>{notice}</DoneNotice>}
      {isManager && (
        <InviteForm
          key={invitations.length}
          role={role}
          isVerified={loaderData.isVerified}
          refusal={refusalOf("invite")}
          email={actionData?.intent === "invite" ? actionData.email : ""}
        />
      )}
      {invitations.length > 0 && <InvitationList invitations={invitations} role={role} refused={actionData} />}
      <MemberList members={members} signIns={loaderData.signIns} myId={myId} role={role} refused={actionData} />
      {loaderData.removed.length > 0 && <RemovedList removed={loaderData.removed} role={role} refused={actionData} />}
      {(loaderData.ofOthers.projects.length > 0 || loaderData.isAfter) && (
        <ProjectsOfOthers {...loaderData.ofOthers} isAfter={loaderData.isAfter} />
      )}
      <LeaveForm organization={name} role={role} refusal={refusalOf("leave")} />
    </>
  );
}

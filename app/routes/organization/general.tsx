/* The organization's name and address, its owner, its data, and its deletion. */
import { data, redirect } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { askApi, textsOf, type ApiAnswer } from "#server/pages/ask-api.ts";
import { listMembers } from "#server/data/organizations/members.ts";
import { countUnseenProjects } from "#server/data/organizations/organization-export.ts";
import { deletionOf, hasExported } from "#server/data/organizations/organizations.ts";
import { findOwnershipOffer } from "#server/data/organizations/ownership.ts";
import { exportGaps } from "#server/data/accounts/security-events.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { refusalIn, type Answered } from "#server/organizations/organization-form.ts";
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { DeleteForm } from "#ui/organizations/delete-form.tsx";
import { ExportLink } from "#ui/organizations/export-link.tsx";
import { HandOverForm } from "#ui/organizations/hand-over-form.tsx";
import { NameForms } from "#ui/organizations/name-forms.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/general.ts";

export function meta() {
  return [{ title: "General · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me, organization } = managedPlace(context.get(actorContext));
  const { db, env } = context.get(stetContext);
  const members = await listMembers(me, db);
  return {
    name: organization.name,
    slug: organization.slug,
    isOwner: organization.role === "owner",
    host: new URL(env.url).host,
    heirs: members.filter(({ id, role }) => id !== me.userId && role !== "guest"),
    memberCount: members.length,
    hasPassword: await hasPassword(me, db),
    hasExported: await hasExported(me, db),
    gaps: await exportGaps(me, db, "organization"),
    deleteAt: await deletionOf(me, db),
    offer: organization.role === "owner" ? await findOwnershipOffer(me, db) : null,
    unseen: await countUnseenProjects(me, db),
    done: url.searchParams.get("done"),
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const answer = await asked(request, context.get(apiContext), intent, text);
  if (!answer.ok) return data({ intent, refusal: refusalIn(answer) } satisfies Answered, { status: answer.status });
  const slug = intent === "slug" ? text("slug").trim() : (params as { slug: string }).slug;
  throw redirect(`${workspacePath(slug, "/settings/organization/general")}?done=${intent}`);
}

type Api = Parameters<typeof askApi>[1];

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const password = text("password");
  switch (intent) {
    case "name":
      return askApi(request, api, "/api/organization", { name: text("name") }, "PATCH");
    case "slug":
      return askApi(request, api, "/api/organization", { slug: text("slug").trim() }, "PATCH");
    case "hand-over":
      return askApi(request, api, "/api/organization/owner", { memberId: text("memberId"), password });
    case "withdraw-offer":
      return askApi(request, api, "/api/organization/owner", {}, "DELETE");
    case "delete":
      return askApi(request, api, "/api/organization", { name: text("organization"), password }, "DELETE");
    case "keep":
      return askApi(request, api, "/api/organization/keep", {});
    default:
      throw problem("bad-request");
  }
}

const done: Record<string, string> = {
  name: "Name changed.",
  slug: "Address changed. Links to the old address still work, unless another organization takes it.",
  delete: "Deletion scheduled. Everyone in the organization gets an email.",
  keep: "Deletion cancelled.",
  "hand-over": "Ownership offered. You stay the owner until it is accepted.",
  "withdraw-offer": "Offer withdrawn.",
};

export default function General({ loaderData, actionData }: Route.ComponentProps) {
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  const { name, slug, host, isOwner, heirs, hasPassword: hasOne } = loaderData;
  const notice = loaderData.done !== null && actionData === undefined && Object.hasOwn(done, loaderData.done);
  return (
    <>
      {notice && <DoneNotice>{done[loaderData.done!]}</DoneNotice>}
      <NameForms key={`${name} ${slug}`} name={name} slug={slug} host={host} refusalOf={refusalOf} />
      <ExportLink slug={slug} gaps={loaderData.gaps} />
      {isOwner && (
        <HandOverForm
          heirs={heirs}
          offer={loaderData.offer}
          hasPassword={hasOne}
          refusal={refusalOf(loaderData.offer === null ? "hand-over" : "withdraw-offer")}
        />
      )}
      {isOwner && (
        <DeleteForm
          name={name}
          others={loaderData.memberCount - 1}
          unseen={loaderData.unseen}
          hasExported={loaderData.hasExported}
          hasPassword={hasOne}
          deleteAt={loaderData.deleteAt}
          refusal={refusalOf(loaderData.deleteAt === null ? "delete" : "keep")}
        />
      )}
    </>
  );
}

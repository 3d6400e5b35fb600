/* The frame of an organization's settings. Members who do not manage it see only the other members and the add-in. */
import { Outlet } from "react-router";
import { mayManage, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { deletionOf } from "#server/data/organizations/organizations.ts";
import { findOwnershipOffer } from "#server/data/organizations/ownership.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { DeletionNotice } from "#ui/organizations/deletion-notice.tsx";
import { OfferNotice } from "#ui/organizations/offer-notice.tsx";
import { SettingsPage } from "#ui/settings/settings-page.tsx";
import { useWorkspace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/settings-layout.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person" || me.organizationId === null) throw problem("not-found");
  const { db } = context.get(stetContext);
  const [deleteAt, offer] = await Promise.all([deletionOf(me, db), findOwnershipOffer(me, db)]);
  const name = membershipOf(me, me.organizationId)?.name ?? "";
  return { isManager: mayManage(me, me.organizationId), deleteAt, name, offer: offer?.isMine === false ? offer : null };
}

const pages = [
  { path: "general", label: "General", isForManagers: true },
  { path: "members", label: "Members", isForManagers: false },
  { path: "policies", label: "Policies", isForManagers: true },
  { path: "billing", label: "Billing", isForManagers: true },
  { path: "developers", label: "Developers", isForManagers: false },
  { path: "log", label: "Log", isForManagers: true },
  { path: "style", label: "Style", isForManagers: true },
  { path: "pseudonyms", label: "Pseudonyms", isForManagers: true },
  { path: "word", label: "Word", isForManagers: false },
];

export default function OrganizationSettingsLayout({ loaderData }: Route.ComponentProps) {
  const place = useWorkspace();
  const shown = pages.filter((page) => loaderData.isManager || !page.isForManagers);
  return (
    <SettingsPage title="Organization" base={place.path("/settings/organization")} pages={shown}>
      {loaderData.offer !== null && (
        <OfferNotice offer={loaderData.offer} name={loaderData.name} action={place.path("/settings/organization/members")} />
      )}
      {loaderData.deleteAt !== null && <DeletionNotice at={loaderData.deleteAt} />}
      <Outlet />
    </SettingsPage>
  );
}

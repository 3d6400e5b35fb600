/* What administrators and the server did that concerns people and settings. */
import { logPerPage, type LogFilter } from "#core/installation/administration-log.ts";
import { isInstallationEvent } from "#core/account/security-event.ts";
import { isUuid } from "#core/text/uuid.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { listAdministrationLog } from "#server/data/installation/administration-log.ts";
import { AdministrationLog } from "#ui/admin/administration-log.tsx";
import type { Route } from "./+types/log.ts";

export function meta() {
  return [{ title: "Audit log · Administration · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind") ?? "";
  const before = searchParams.get("before");
  const filter: LogFilter = {
    person: (searchParams.get("query") ?? "").slice(0, 200),
    kind: isInstallationEvent(kind) ? kind : null,
  };
  const after = before !== null && isUuid(before) ? before : null;
  const { db } = context.get(stetContext);
  const page = await listAdministrationLog(context.get(actorContext), db, { ...filter, before: after, limit: logPerPage });
  return { ...page, filter, isFirst: after === null };
}

export default function Log({ loaderData }: Route.ComponentProps) {
  return <AdministrationLog {...loaderData} />;
}

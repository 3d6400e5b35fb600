/* Which backups there are, whether they were checked, and making one now. */
import { data } from "react-router";
import { backupReport } from "#server/backup/backup-report.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { BackupList } from "#ui/admin/backup-list.tsx";
import type { Route } from "./+types/backups.ts";

export function meta() {
  return [{ title: "Backups · Administration · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  return backupReport(context.get(actorContext), context.get(stetContext));
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const name = text("name");
  const path = name === "" ? "/api/admin/backups" : `/api/admin/backups/${encodeURIComponent(name)}/check`;
  const answer = await askApi(request, context.get(apiContext), path, {});
  if (!answer.ok) return data({ refusal: answer.refusal }, { status: answer.status });
  return data({ refusal: null });
}

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  return <BackupList report={loaderData} refusal={actionData?.refusal ?? null} />;
}

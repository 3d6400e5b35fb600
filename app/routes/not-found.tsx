/* An address without a page. People who are signed in keep their sidebar. */
import { data } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { shellOf } from "#server/pages/shell.ts";
import { AppShell } from "#ui/shell/app-shell.tsx";
import { NotFoundPage } from "#ui/shell/error-page.tsx";
import type { Route } from "./+types/not-found.ts";

export function meta() {
  return [{ title: "Page not found · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-found");
  return data(await shellOf(me, context.get(stetContext), request), { status: 404 });
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <AppShell data={loaderData}>
      <NotFoundPage />
    </AppShell>
  );
}

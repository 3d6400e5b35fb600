/* What stands round every page of a signed-in person. */
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { sidebarFrom } from "#core/sidebar.ts";
import { listChats } from "#server/data/chats.ts";
import { actorContext, stetContext } from "#server/stet.ts";
import { AppShell } from "#ui/shell/app-shell.tsx";
import { ErrorPage } from "#ui/shell/error-page.tsx";
import { recentChatCount } from "#ui/shell/use-recent-chats.ts";
import type { Route } from "./+types/app-layout.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  // Not request.url: asked for by script, that is the address of the page's data.
  if (me.kind !== "person") throw redirect(`/auth/sign-in?from=${encodeURIComponent(url.pathname + url.search)}`);
  const { sessions } = await listChats(me, context.get(stetContext).db, { limit: recentChatCount });
  return {
    person: { name: me.name, email: me.email, isVerified: me.isVerified },
    plan: me.plan,
    sidebar: sidebarFrom(request.headers.get("cookie")),
    chats: sessions,
    now: new Date().toISOString(),
  };
}

/** Going from chat to chat changes nothing here: the list lives on its own news. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction !== undefined && defaultShouldRevalidate;
}

export default function AppLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppShell data={loaderData}>
      <Outlet />
    </AppShell>
  );
}

/** A page that fails leaves the sidebar standing. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage error={error} />;
  return loaderData === undefined ? page : <AppShell data={loaderData}>{page}</AppShell>;
}

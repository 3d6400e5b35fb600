/* The frame of every signed-in page. */
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { withWorkspace } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { sidebarFrom } from "#core/chat/sidebar.ts";
import { listChats } from "#server/data/chats/chats.ts";
import { listOffered } from "#server/data/organizations/invitations.ts";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { WebSearchContext } from "#ui/composer/web-search-context.ts";
import { AppShell } from "#ui/shell/app-shell.tsx";
import { ErrorPage } from "#ui/shell/error-page.tsx";
import { recentChatCount } from "#ui/shell/use-recent-chats.ts";
import { FaviconsContext } from "#ui/sources/favicons-context.ts";
import { transcribeAudio, TranscribeContext } from "#ui/voice/transcribe-context.ts";
import type { Route } from "./+types/app-layout.ts";

/** From here on, the requester acts in the organization that the address names. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, params }) => {
    const me = context.get(actorContext);
    const slug = (params as { slug?: string }).slug;
    if (me.kind !== "person" || slug === undefined) return;
    const there = withWorkspace(me, slug);
    if (there === null) throw problem("not-found");
    context.set(actorContext, there);
  },
];

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  // Not request.url: for data requests, that is the address of the page's data.
  if (me.kind !== "person") throw redirect(`/auth/sign-in?from=${encodeURIComponent(url.pathname + url.search)}`);
  const { db } = context.get(stetContext);
  const [{ sessions }, { image, isOnboarded }] = await Promise.all([
    listChats(me, db, { limit: recentChatCount }),
    getProfile(me, db),
  ]);
  return {
    person: { id: me.userId, name: me.name, email: me.email, isVerified: me.isVerified, image, isOnboarded },
    plan: me.plan,
    organizations: me.memberships
      .map(({ slug, name, role }) => ({ slug, name, role }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    invitations: (await listOffered(me, context.get(stetContext).db)).length,
    sidebar: sidebarFrom(request.headers.get("cookie")),
    chats: sessions,
    now: new Date().toISOString(),
    canTranscribe: context.get(stetContext).speech !== null,
    hasFavicons: context.get(stetContext).env.WEB_FAVICONS === "on",
    canSearchWeb: context.get(stetContext).web.engineName !== null,
  };
}

/** Moving between chats changes nothing here: the chat list has its own updates. */
export function shouldRevalidate({ currentParams, nextParams, formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentParams.slug !== nextParams.slug) return true;
  return formAction !== undefined && defaultShouldRevalidate;
}

export default function AppLayout({ loaderData, params }: Route.ComponentProps) {
  const { slug = null } = params as { slug?: string };
  return (
    <TranscribeContext value={loaderData.canTranscribe ? transcribeAudio : null}>
      <WebSearchContext value={loaderData.canSearchWeb}>
        {/* Another organization gets a new shell, so that no state is carried over. */}
        <AppShell key={slug} data={loaderData}>
          <FaviconsContext value={loaderData.hasFavicons}>
            <Outlet />
          </FaviconsContext>
        </AppShell>
      </WebSearchContext>
    </TranscribeContext>
  );
}

/** When a page fails, the sidebar stays. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage error={error} />;
  return loaderData === undefined ? page : <AppShell data={loaderData}>{page}</AppShell>;
}

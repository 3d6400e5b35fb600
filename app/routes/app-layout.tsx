/* The frame of every signed-in page. */
import { data, Outlet, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { barredFrom, membershipOf, withWorkspace } from "#core/workspace/policy.ts";
import { signInSettings } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { problemOf } from "#core/workspace/problem.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { shellOf } from "#server/pages/shell.ts";
import { webFor, type Web } from "#server/web/web.ts";
import { WebSearchContext } from "#ui/composer/web-search-context.ts";
import { AppShell } from "#ui/shell/app-shell.tsx";
import { ErrorPage } from "#ui/shell/error-page.tsx";
import { FaviconsContext } from "#ui/sources/favicons-context.ts";
import { transcribeAudio, TranscribeContext } from "#ui/voice/transcribe-context.ts";
import type { Route } from "./+types/app-layout.ts";

/** From here on, the requester acts in the organization that the address names. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, params, request, url }) => {
    const me = context.get(actorContext);
    const slug = (params as { slug?: string }).slug;
    if (me.kind !== "person" || slug === undefined) return;
    const there = withWorkspace(me, slug);
    const barred = there === null ? barredFrom(me, slug) : null;
    if (barred !== null) throw redirect(signInSettings(barred.slug));
    if (there === null) throw data({ ...problemOf("not-found"), isSignedIn: true }, { status: 404 });
    const now = membershipOf(there, there.organizationId)?.slug ?? slug;
    // A form that was open while the address changed is still taken.
    if (now !== slug && request.method === "GET")
      throw redirect(workspacePath(now, url.pathname.slice(workspacePath(slug, "").length)) + url.search);
    context.set(actorContext, there);
  },
];

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  // Not request.url: for data requests, that is the address of the page's data.
  if (me.kind !== "person") throw redirect(`/auth/sign-in?from=${encodeURIComponent(url.pathname + url.search)}`);
  const stet = context.get(stetContext);
  return {
    ...(await shellOf(me, stet, request)),
    plan: me.plan,
    canTranscribe: stet.speech !== null,
    hasFavicons: stet.env.WEB_FAVICONS === "on",
    webSearchObstacle: webObstacle(webFor(me, stet.web)),
  };
}

function webObstacle({ engineName, isWithheld }: Web): "not-set-up" | "withheld" | null {
  if (isWithheld === true) return "withheld";
  return engineName === null ? "not-set-up" : null;
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
      <WebSearchContext value={loaderData.webSearchObstacle}>
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
  if (loaderData === undefined) return <ErrorPage error={error} />;
  return (
    <AppShell data={loaderData}>
      <ErrorPage error={error} isInShell />
    </AppShell>
  );
}

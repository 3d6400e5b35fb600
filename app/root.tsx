/*
 * The page round every page: fonts, theme, the kit, and what is shown when a
 * page cannot be.
 */
import "#ui/library-settings.ts";
import appStyles from "./app.css?url";
import serif from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url";
import sans from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { useEffect, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { themeFrom } from "#core/account/theme.ts";
import { KitProvider } from "#ui/kit/kit-provider.tsx";
import { ErrorPage } from "#ui/shell/error-page.tsx";
import type { Route } from "./+types/root.ts";

const commonLinks = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  ...[sans, serif].map((href) => ({ rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" as const, href })),
];

/** Not imported as a part of the script: it would count as a style sheet of every chunk, to be added with each again. */
export const links = () => [...commonLinks, { rel: "stylesheet", href: appStyles }];

export const meta: Route.MetaFunction = () => [{ title: "Stet" }];

export function loader({ request }: Route.LoaderArgs) {
  return { theme: themeFrom(request.headers.get("cookie")) };
}

/** The theme is the browser's own doing: it need not be asked for again at every page. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction !== undefined && defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  // Journeys wait for this before they act. Here, so that pages that say what went wrong have it as well.
  useEffect(() => {
    document.documentElement.dataset.ready = "";
  }, []);
  // Without data the loader failed; the system's theme then does.
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? "system";
  // A page may say in its handle that it needs no script; then none is sent. Such a page brings its own style sheet.
  const isStill = useMatches().some(({ handle }) => (handle as { isStill?: boolean } | undefined)?.isStill === true);
  const hasFailed = (useRouteError() ?? null) !== null;
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* The page shrinks above an on-screen keyboard, so the composer stays in sight. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <Meta />
        {isStill && !hasFailed ? commonLinks.map((link) => <link key={link.href} {...link} />) : <Links />}
      </head>
      <body>
        {isStill ? children : <KitProvider>{children}</KitProvider>}
        {!isStill && <ScrollRestoration />}
        {!isStill && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

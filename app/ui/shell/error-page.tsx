/*
 * Shown when a page cannot be rendered: what happened, and where to go instead.
 * Anything may have been thrown; only a known problem is quoted.
 */
import { useEffect } from "react";
import { href, isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";
import { isProblem, ownProblem } from "#core/workspace/own-problems.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { buttonClass } from "../kit/button.tsx";
import { StetMark } from "../kit/stet-mark.tsx";
import { signInInWorkspace } from "../session.ts";
import { useWorkspace } from "./use-place.ts";

type ErrorPageProps = { error: unknown; /** The sidebar is beside it. */ isInShell?: boolean };

export function ErrorPage({ error, isInShell = false }: ErrorPageProps) {
  return <ProblemPage problem={problemIn(error)} isInShell={isInShell} isSignedIn={saysSignedIn(error)} />;
}

export function NotFoundPage() {
  return <ProblemPage problem={ownProblem("not-found")} isInShell isSignedIn />;
}

type ProblemPageProps = { problem: Problem; isInShell: boolean; isSignedIn: boolean };

function ProblemPage({ problem: { status, title, detail }, isInShell, isSignedIn }: ProblemPageProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const isSignedOut = status === 401;
  const place = useWorkspace();
  useSignInHere(isSignedOut, here);
  return (
    <main className="mx-auto flex min-h-[80dvh] w-full max-w-md flex-1 flex-col items-start justify-center gap-4 overflow-y-auto px-5 py-12">
      {!isInShell && <StetMark className="text-2xl" />}
      <h1 className="mt-6 font-serif text-display">{headlines[status] ?? "This page could not be shown"}</h1>
      <p className="text-base text-ink-soft">{(status === 403 && detail) || title}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {isSignedOut ? (
          <Link to={`${href("/auth/sign-in")}?from=${encodeURIComponent(here)}`} className={buttonClass("primary")}>
            Sign in
          </Link>
        ) : isInShell ? (
          <>
            <Link to={place.path("/chat")} className={buttonClass("primary")}>
              Start a new chat
            </Link>
            <Link to={place.path("/vault")} className={buttonClass("outline")}>
              Open the vault
            </Link>
          </>
        ) : (
          <Link to={isSignedIn ? href("/chat") : href("/")} className={buttonClass("primary")}>
            {isSignedIn ? "Start a new chat" : "Go to the home page"}
          </Link>
        )}
      </div>
    </main>
  );
}

/** Inside the shell, sign-in opens over the page; a standalone page has only the link. */
function useSignInHere(isSignedOut: boolean, here: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSignedOut) return;
    // The dialog mounts in the same commit, after this effect.
    const timer = setTimeout(() => void signInInWorkspace().then((signedIn) => signedIn && navigate(here, { replace: true })));
    return () => clearTimeout(timer);
  }, [isSignedOut, here, navigate]);
}

const headlines: Record<number, string> = {
  401: "Sign in to continue",
  403: "You don’t have access to this page",
  404: "Page not found",
};

/** Where there is no sidebar because the address is of an organization that is not the reader's. */
function saysSignedIn(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.data as { isSignedIn?: boolean } | null)?.isSignedIn === true;
}

function problemIn(error: unknown): Problem {
  if (!isRouteErrorResponse(error)) return ownProblem("something-went-wrong");
  if (isProblem<Problem["code"]>(error.data)) return error.data;
  return ownProblem(error.status === 404 ? "not-found" : "something-went-wrong");
}

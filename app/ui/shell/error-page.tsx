/*
 * Shown when a page cannot be rendered: what happened, and where to go instead.
 * Anything may have been thrown; only a known problem is quoted.
 */
import { useEffect } from "react";
import { href, isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";
import { isProblemCode, problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { buttonClass } from "../kit/button.tsx";
import { StetMark } from "../kit/stet-mark.tsx";
import { signInInWorkspace } from "../session.ts";

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const { status, title } = problemOf(codeOf(error));
  const isSignedOut = status === 401;
  useSignInHere(isSignedOut, here);
  return (
    <main className="mx-auto flex min-h-[80dvh] w-full max-w-md flex-1 flex-col items-start justify-center gap-4 overflow-y-auto px-5 py-12">
      <StetMark className="text-2xl" />
      <h1 className="mt-6 font-serif text-display">{headlines[status] ?? "This page could not be shown"}</h1>
      <p className="text-base text-ink-soft">{title}</p>
      <Link
        to={isSignedOut ? `${href("/auth/sign-in")}?from=${encodeURIComponent(here)}` : href("/")}
        className={`mt-4 ${buttonClass("primary")}`}
      >
        {isSignedOut ? "Sign in" : "Start a new chat"}
      </Link>
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

const headlines: Record<number, string> = { 401: "Sign in to continue", 404: "Page not found" };

function codeOf(error: unknown): ProblemCode {
  if (!isRouteErrorResponse(error)) return "something-went-wrong";
  const data: unknown = error.data;
  if (typeof data === "object" && data !== null && "code" in data && isProblemCode(data.code)) return data.code;
  return error.status === 404 ? "not-found" : "something-went-wrong";
}

/** A page that cannot be shown: what happened, and where to go instead. */
import { href, Link, useLocation } from "react-router";
import { problemOf } from "#core/problem.ts";
import { buttonClass } from "../kit/button.tsx";
import { StetMark } from "../kit/stet-mark.tsx";

/** `problem` is what was thrown, of any form: only one of the catalogue is quoted. */
export function ErrorPage({ status, problem }: { status: number; problem: unknown }) {
  const { pathname, search } = useLocation();
  const isSignedOut = status === 401;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 px-5 py-12">
      <StetMark className="text-2xl" />
      <h1 className="mt-6 font-serif text-display">{titles[status] ?? "This page could not be shown"}</h1>
      <p className="text-base text-ink-soft">{sentenceOf(status, problem)}</p>
      <Link
        to={isSignedOut ? `${href("/auth/sign-in")}?from=${encodeURIComponent(pathname + search)}` : href("/")}
        className={`mt-4 ${buttonClass("primary")}`}
      >
        {isSignedOut ? "Sign in" : "Go to Stet"}
      </Link>
    </main>
  );
}

const titles: Record<number, string> = { 401: "Sign in to go on", 404: "Nothing stands here" };

function sentenceOf(status: number, problem: unknown): string {
  if (typeof problem === "object" && problem !== null && "title" in problem && typeof problem.title === "string")
    return problem.title;
  return problemOf(status === 404 ? "not-found" : "something-went-wrong").title;
}

/* Which organizations a person can't open without two-factor authentication, and the way back once it is on. */
import { CircleAlert, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";

type Named = { name: string; slug: string };

/** `barred` are those that require it while it is off; `open` is the one that the person came from, once it is on. */
export function TwoFactorNeeded({ barred, open }: { barred: Named[]; open: Named | null }) {
  if (barred.length > 0) {
    const names = new Intl.ListFormat("en").format(barred.map(({ name }) => name));
    return (
      <div role="note" className="mt-6 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p className="text-pretty">
          {names} {barred.length === 1 ? "requires" : "require"} two-factor authentication.{" "}
          <a href="#two-factor" className="underline underline-offset-2">
            Set it up below
          </a>{" "}
          to open {barred.length === 1 ? names : "them"}. Nothing there has changed, and your personal workspace stays open.
        </p>
      </div>
    );
  }
  if (open === null) return null;
  return (
    <p className="mt-4">
      <Link to={workspacePath(open.slug, "/home")} className="inline-flex items-center gap-1.5 font-medium text-blue touch-target">
        Continue to {open.name}
        <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
    </p>
  );
}

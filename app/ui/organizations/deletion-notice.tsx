/* Shown to all members of an organization scheduled for deletion. */
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { longDate } from "./dates.ts";

export function DeletionNotice({ at }: { at: string }) {
  return (
    <p className="mb-6 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        This organization will be deleted on {longDate(at)}, with everything in it.{" "}
        <Link to="/settings/account" className="underline underline-offset-2">
          Export your data
        </Link>{" "}
        before then. Its owner can cancel the deletion under General.
      </span>
    </p>
  );
}

/* Changes to a draft that is not open: shows their states and a link to the draft. */
import { Link, useLocation } from "react-router";
import type { DraftOfChange } from "#core/changes/proposed-change.ts";
import { useWorkspace } from "../../shell/use-place.ts";

export function DraftElsewhere({ draft }: { draft: DraftOfChange }) {
  const place = useWorkspace();
  const { pathname } = useLocation();
  const address = place.path(`/vault/projects/${draft.projectId}/drafts/${draft.id}`);
  // The editor just has not loaded yet.
  if (pathname === address) return null;
  return (
    <p className="border-t border-rule px-4 py-2.5 text-xs text-ink-soft">
      These changes are in a draft.{" "}
      <Link to={address} className="text-blue underline-offset-4 hover:underline">
        Open the draft
      </Link>{" "}
      to decide on them.
    </p>
  );
}

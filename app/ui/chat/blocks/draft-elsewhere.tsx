/* Changes of a draft that is not open: their states are shown, and the draft is one press away. */
import { Link, useLocation } from "react-router";
import type { DraftOfChange } from "#core/changes/proposed-change.ts";
import { useWorkspace } from "../../shell/use-place.ts";

export function DraftElsewhere({ draft }: { draft: DraftOfChange }) {
  const place = useWorkspace();
  const { pathname } = useLocation();
  const address = place.path(`/vault/projects/${draft.projectId}/drafts/${draft.id}`);
  // Its editor is only not there yet.
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

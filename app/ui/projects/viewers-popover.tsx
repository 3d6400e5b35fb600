/* Who can see a project: up to three names, then a count; everything else is in the dialog. */
import { UsersRound } from "lucide-react";
import type { ProjectShare } from "#core/workspace/project.ts";
import { firstNames } from "#core/workspace/project-sharing.ts";
import { Button } from "../kit/button.tsx";
import { shareRoleNames } from "./share-role.tsx";
import { Popover } from "../kit/popover.tsx";

export function ViewersPopover({ shares, onShare }: { shares: readonly ProjectShare[]; onShare: () => void }) {
  const { shown, more } = firstNames(
    shares.map(({ name, role }) => (role === "viewer" ? name : `${name} (${shareRoleNames[role].toLowerCase()})`)),
  );
  return (
    <Popover
      title="Who sees this project"
      trigger={
        <button
          type="button"
          className="-ml-1.5 inline-flex items-center gap-2 rounded-lg px-1.5 py-1 touch-target hover:bg-wash hover:text-ink"
        >
          <UsersRound className="size-4" aria-hidden="true" />
          {shares.length === 0 ? "Only you" : `Shared with ${shares.length}`}
        </button>
      }
    >
      {shares.length === 0 ? (
        <p className="text-ink-soft text-pretty">
          Only you. People you share it with can see everything in it, and change it only if you make them editors.
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {shown.map((name, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
            <li key={i} className="truncate">
              {name}
            </li>
          ))}
          {more > 0 && <li className="text-ink-faint">and {more} more</li>}
        </ul>
      )}
      <Button size="small" className="mt-3" onClick={onShare}>
        {shares.length === 0 ? "Share project" : "Manage access"}
      </Button>
    </Popover>
  );
}

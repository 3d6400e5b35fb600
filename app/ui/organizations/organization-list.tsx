/* The reader's organizations, with a link to each. */
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { roleNames, type OrganizationSummary } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";

export function OrganizationList({ organizations }: { organizations: OrganizationSummary[] }) {
  return (
    <ul>
      {organizations.map(({ name, slug, role, members }) => (
        <li key={slug} className="border-b border-rule">
          <Link to={workspacePath(slug, "/home")} className="-mx-2 flex items-center gap-4 rounded-lg px-2 py-3.5 hover:bg-wash">
            <OrganizationSign name={name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base">{name}</span>
              <span className="block truncate text-xs text-ink-faint">
                {roleNames[role]}, {members === 1 ? "only you so far" : `${members} members`}
              </span>
            </span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The first letter of the name in a square; people's are round. */
function OrganizationSign({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-lg border border-rule-strong font-serif text-base text-ink"
    >
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
    </span>
  );
}

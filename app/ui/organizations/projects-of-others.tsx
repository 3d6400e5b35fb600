/* The matters of the organization that its managers know of and cannot open. */
import { Link } from "react-router";
import type { ProjectOfOthers } from "#core/workspace/organization.ts";
import { SettingsSection } from "../settings/settings-page.tsx";

type ProjectListProps = { projects: readonly ProjectOfOthers[]; next: string | null; /** Not the first page. */ isAfter: boolean };

export function ProjectsOfOthers({ projects, next, isAfter }: ProjectListProps) {
  return (
    <SettingsSection title="Projects of others">
      <p className="text-ink-soft text-pretty">
        Owners and admins see that these projects exist and who has access. Only the people they’re shared with see what’s in them.
      </p>
      <ul className="mt-3">
        {projects.map(({ id, name, owner, members }) => (
          <li key={id} className="border-t border-rule py-3">
            <p className="text-base break-words">{name}</p>
            <p className="text-xs text-ink-faint">
              {[`Owned by ${owner}`, ...(members.length > 0 ? [`with ${members.join(", ")}`] : [])].join(", ")}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex gap-5">
        {isAfter && (
          <Link to="?" className="text-blue touch-target hover:underline">
            From the beginning
          </Link>
        )}
        {next !== null && (
          <Link to={`?projects-after=${next}`} className="text-blue touch-target hover:underline">
            More projects
          </Link>
        )}
      </div>
    </SettingsSection>
  );
}

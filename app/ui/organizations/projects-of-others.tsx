/* The matters of the organization that its managers know of and cannot open. */
import type { ProjectOfOthers } from "#core/workspace/organization.ts";
import { SettingsSection } from "../settings/settings-page.tsx";

type ProjectListProps = { projects: readonly ProjectOfOthers[]; total: number };

export function ProjectsOfOthers({ projects, total }: ProjectListProps) {
  return (
    <SettingsSection title="Projects of others">
      <p className="text-ink-soft text-pretty">
        Those who manage the organization see that these projects exist and who is in them. What is in them is seen only by those
        they are shared with.
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
      {total > projects.length && <p className="py-2 text-xs text-ink-faint">and {total - projects.length} more</p>}
    </SettingsSection>
  );
}

/* The owner's actions for a project as a whole. */
import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2, UserPlus } from "lucide-react";
import type { ProjectSummary } from "#core/workspace/project.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import type { ProjectActions } from "./use-project-actions.ts";

type ProjectMenuProps = {
  project: Pick<ProjectSummary, "id" | "name" | "archivedAt">;
  deeds: ProjectActions;
  onEdit: () => void;
  onShare: () => void;
};

export function ProjectMenu({ project, deeds, onEdit, onShare }: ProjectMenuProps) {
  const isArchived = project.archivedAt !== null;
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${project.name}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<UserPlus />} onSelect={onShare}>
        Share
      </MenuItem>
      <MenuItem icon={isArchived ? <ArchiveRestore /> : <Archive />} onSelect={() => void deeds.archive(project, !isArchived)}>
        {isArchived ? "Restore from the archive" : "Archive"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger onSelect={() => void deeds.remove(project)}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/* What can be done with a template besides filling it in. */
import { CopyPlus, Download, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useNavigate, useRevalidator } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { download } from "../chat/save-file.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type TemplateMenuProps = {
  id: string;
  name: string;
  source: string;
  isBuiltIn: boolean;
  canChange: boolean;
  mayMake: boolean;
  removedTo?: string;
};

export function TemplateMenu({ id, name, source, isBuiltIn, canChange, mayMake, removedTo = "/library" }: TemplateMenuProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function asked(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  const copy = () =>
    asked(async () => {
      const made = await ask<{ id: string }>("/api/library/templates", { body: { source } });
      await navigate(place.path(`/library/templates/${made.id}/edit`));
    });
  const bringBack = () =>
    asked(async () => {
      await ask(`/api/library/templates/${id}/bring-back`, { method: "POST", body: {} });
      await revalidate();
    });
  const remove = () =>
    asked(async () => {
      await ask(`/api/library/templates/${id}`, { method: "DELETE" });
      await navigate(place.path(removedTo));
      showToast({ kind: "success", text: `“${name}” deleted`, action: { label: "Undo", run: () => void bringBack() } });
    });
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}>
      {canChange && (
        <MenuItem icon={<Pencil />} onSelect={() => void navigate(place.path(`/library/templates/${id}/edit`))}>
          Edit
        </MenuItem>
      )}
      {mayMake && (
        <MenuItem icon={<CopyPlus />} onSelect={() => void copy()}>
          {isBuiltIn ? "Make it your own" : "Duplicate"}
        </MenuItem>
      )}
      <MenuItem icon={<Download />} onSelect={() => download(`${fileName(name)}.md`, source)}>
        Download
      </MenuItem>
      {canChange && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80) || "template";
}

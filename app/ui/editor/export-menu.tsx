/*
 * The draft as a file. What is not saved yet is saved first, so that the file is
 * what one sees; what is proposed and not decided goes into a Word file as
 * tracked changes, with who proposed it.
 */
import type { Editor } from "@tiptap/core";
import { FileDown } from "lucide-react";
import type { Draft } from "#core/draft.ts";
import { exportFormats, type ExportFormat } from "#core/draft-export.ts";
import { saveResponse } from "../chat/export-chat.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import type { DraftStore } from "./draft-store.ts";
import { proposalsIn } from "./proposals.ts";

type ExportMenuProps = { draft: Draft; store: DraftStore; editor: Editor | null };

export function ExportMenu({ draft, store, editor }: ExportMenuProps) {
  async function save(format: ExportFormat) {
    await store.flush();
    const question = { body: { format, changes: format === "docx" && editor ? openChanges(editor) : [] } };
    await saveResponse({
      path: `/api/drafts/${draft.id}/export`,
      question,
      making: `Making the ${exportFormats[format].label} file…`,
    });
  }
  return (
    <Menu trigger={<IconButton label="Export" icon={<FileDown />} />}>
      {(Object.keys(exportFormats) as ExportFormat[]).map((format) => (
        <MenuItem key={format} onSelect={() => void save(format)}>
          {exportFormats[format].label} <span className="text-ink-faint">.{exportFormats[format].extension}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** A counterpart's changes bear their name and day, the assistant's its name and now. */
function openChanges(editor: Editor) {
  const date = new Date().toISOString();
  return proposalsIn(editor.state).map(({ patch }) => Object.assign({ author: "Stet", date }, patch));
}

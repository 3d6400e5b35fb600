/* The draft as a file. What is not saved yet is saved first, so that the file is what one sees. */
import { FileDown } from "lucide-react";
import type { Draft } from "#core/draft.ts";
import { exportFormats, type ExportFormat } from "#core/draft-export.ts";
import { saveResponse } from "../chat/export-chat.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import type { DraftStore } from "./draft-store.ts";

export function ExportMenu({ draft, store }: { draft: Draft; store: DraftStore }) {
  async function save(format: ExportFormat) {
    await store.flush();
    const question = { body: { format } };
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

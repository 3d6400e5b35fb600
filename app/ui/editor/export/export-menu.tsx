/*
 * Exports the draft as a file. Unsaved text is saved first, so that the file
 * matches the page; open proposals become tracked changes in a Word file, with
 * their author.
 */
import type { Editor } from "@tiptap/core";
import { FileDown } from "lucide-react";
import { useState } from "react";
import type { DraftAsText } from "#core/document/draft.ts";
import { documentText } from "#core/document/document-text.ts";
import type { Edit } from "#core/changes/patch.ts";
import { exportFormats, type ExportFormat } from "#core/document/draft-export.ts";
import { saveResponse } from "../../chat/export-chat.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../kit/menu.tsx";
import type { DraftStore } from "../saving/draft-store.ts";
import { editOf, proposalsIn } from "../changes/proposals.ts";
import { late } from "../../kit/late.ts";
import { useHasOpened } from "../../kit/use-has-opened.ts";
import type { Sending } from "./send-dialog.tsx";

const SendDialog = late(() => import("./send-dialog.tsx")).part("SendDialog");

type ExportMenuProps = { draft: DraftAsText; store: DraftStore; editor: Editor | null };

export function ExportMenu({ draft, store, editor }: ExportMenuProps) {
  const [isSending, setSending] = useState(false);
  const hasSent = useHasOpened(isSending);
  async function save(format: ExportFormat, rest: object = {}) {
    await store.flush();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const changes = format === "docx" && editor ? openChanges(editor) : [];
    await saveResponse({
      path: `/api/drafts/${draft.id}/export`,
      question: { body: { format, changes, timeZone, ...rest } },
      making: `Creating the ${exportFormats[format].label} file…`,
    });
  }
  function send({ withPending, ...rest }: Sending) {
    void save("docx", { ...rest, ...(!withPending && { changes: [] }) });
  }
  return (
    <>
      <Menu trigger={<IconButton label="Export" icon={<FileDown />} />}>
        {(Object.keys(exportFormats) as ExportFormat[]).map((format) => (
          <MenuItem key={format} onSelect={() => void save(format)}>
            {exportFormats[format].label} <span className="text-ink-faint">.{exportFormats[format].extension}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setSending(true)}>Send as Word…</MenuItem>
        <MenuItem onSelect={() => void save("pdf", { withAuthorship: true })}>
          PDF with authorship <span className="text-ink-faint">.pdf</span>
        </MenuItem>
      </Menu>
      {hasSent && (
        <SendDialog
          draft={draft}
          open={isSending}
          pending={editor ? proposalsIn(editor.state).length : 0}
          onClose={() => setSending(false)}
          onSend={send}
        />
      )}
    </>
  );
}

/** A counterpart's changes carry their name and date, the assistant's its name and the current time. */
function openChanges(editor: Editor) {
  const date = new Date().toISOString();
  const { text } = documentText(editor.state.doc);
  return proposalsIn(editor.state).map((proposal) => {
    const { patch } = proposal;
    const edit = patch.place === undefined ? null : editOf(editor.state, proposal);
    return Object.assign({ author: "Stet", date }, patch, edit && placedNow(text, edit));
  });
}

/** The current position of a counterpart's change. */
function placedNow(text: string, { start, end, text: replacement }: Edit) {
  return {
    original: text.slice(start, end),
    replacement,
    before: text.slice(Math.max(0, start - 60), start),
    after: text.slice(end, end + 60),
    place: { start, end },
  };
}

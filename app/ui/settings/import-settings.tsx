/*
 * Imports chats from another product: choose its export, preview the contents
 * before anything is written, import, and undo the whole import.
 */
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { fileSize } from "#core/sources/attachment.ts";
import { importActions, type ImportAction, type ImportState } from "#core/import/import-state.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { notify } from "../updates.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { ImportDetails, ProgressLine } from "./import-details.tsx";
import { ErrorNotice, SettingsSection } from "./settings-page.tsx";

type ImportSettingsProps = { imports: readonly ImportState[]; mayImport: boolean; largestMegabytes: number };

const lookEveryMs = 1_000;

export function ImportSettings({ imports, mayImport, largestMegabytes }: ImportSettingsProps) {
  const isBusy = imports.some(({ status }) => status === "reading" || status === "importing");
  useFollowing(isBusy);
  return (
    <>
      <SettingsSection
        title="Import from other products"
        lead={
          mayImport
            ? "Choose an export. You’ll see what’s in it before anything is imported, what you’ve already imported is skipped, and the whole import can be undone. If you don’t import a file, it’s deleted after seven days."
            : "Guests can see what is shared with them, but can’t import anything here."
        }
      >
        {mayImport && <WhatCanBeImported />}
        {mayImport && <ExportPicker largestBytes={largestMegabytes * 1_000_000} />}
      </SettingsSection>
      {imports.length > 0 && (
        <SettingsSection title="Imports">
          <ul aria-label="Imports" className="divide-y divide-rule border-y border-rule">
            {imports.map((one) => (
              <ImportRow key={one.id} one={one} />
            ))}
          </ul>
        </SettingsSection>
      )}
    </>
  );
}

const kinds = [
  {
    from: "Stet",
    what: "The archive of your account, from this installation or another: projects, drafts with their history, chats with their other versions, files, reviews, library and contacts, in your personal workspace.",
  },
  {
    from: "ChatGPT, Claude",
    what: "The ZIP file you received after exporting your data: chats with their other versions, dates and files.",
  },
  { from: "LibreChat, LobeHub, Open WebUI", what: "The JSON file you exported: chats with their other versions and dates." },
  {
    from: "Obsidian, wikis, other Markdown",
    what: "A ZIP of the folder: pages become drafts and folders projects, with their pictures, files, links and dates.",
  },
  { from: "Notion", what: "An export as “Markdown & CSV”: pages become drafts, and databases drafts with a table." },
  {
    from: "Google Drive, Word files",
    what: "The ZIP from Google Takeout with documents as DOCX, or your own of .docx, .odt or .rtf files.",
  },
];

function WhatCanBeImported() {
  return (
    <dl className="mb-5 grid gap-x-6 gap-y-1 sm:grid-cols-[13rem_1fr] sm:gap-y-3">
      {kinds.map(({ from, what }) => (
        <div key={from} className="mb-2 sm:col-span-2 sm:mb-0 sm:grid sm:grid-cols-subgrid">
          <dt className="font-medium">{from}</dt>
          <dd className="text-ink-soft">{what}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Reloads the page's data while an import is running, and the list of chats once it has ended. */
function useFollowing(isBusy: boolean): void {
  const { revalidate } = useRevalidator();
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) notify({ type: "reconnected" });
    wasBusy.current = isBusy;
    if (!isBusy) return undefined;
    const timer = setInterval(() => void revalidate(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isBusy, revalidate]);
}

function ExportPicker({ largestBytes }: { largestBytes: number }) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const { slug } = useWorkspace();
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File): Promise<void> {
    setRefusal(null);
    if (file.size > largestBytes) return setRefusal(`This file is too large. Files can be up to ${fileSize(largestBytes)}.`);
    sending.current = new AbortController();
    const { signal } = sending.current;
    setProgress(0);
    const refused = await sentExport(file, slug, setProgress, signal);
    setProgress(null);
    if (!signal.aborted) setRefusal(refused);
    await revalidate();
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,.json,application/zip,application/json"
        aria-label="Export file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file !== undefined) void send(file);
        }}
      />
      {progress === null ? (
        <Button onClick={() => input.current?.click()}>Choose a file</Button>
      ) : (
        <div className="flex items-center gap-4">
          <ProgressLine label="Uploading" share={progress} />
          <Button size="small" variant="quiet" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
      {refusal !== null && <ErrorNotice>{refusal}</ErrorNotice>}
    </>
  );
}

const lost = "The connection was lost. Choose the same file again to resume the upload.";

/** Why it was refused; null if it was accepted. */
async function sentExport(
  file: File,
  slug: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const sender = await import("../composer/resumable-upload.ts").catch(() => null);
  if (sender === null) return lost;
  const place = { slug, projectId: undefined, address: "/api/imports/uploads" };
  const { status, text } = await sender.sendResumably(file, place, onProgress, signal);
  if (status === 200) return null;
  return status === 0 || text === "" ? lost : text;
}

function ImportRow({ one }: { one: ImportState }) {
  const [asked, setAsked] = useState<ImportAction | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { revalidate } = useRevalidator();
  const { id, fileName, status, undo } = one;
  const actions = importActions(one);

  async function perform(action: ImportAction): Promise<void> {
    setAsked(action);
    try {
      if (action === "start" || action === "undo") await ask(`/api/imports/${id}/${action}`, { body: {} });
      else await ask(`/api/imports/${id}`, { method: "DELETE", body: {} });
      if (action === "undo") notify({ type: "reconnected" });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    await revalidate();
    setAsked(null);
  }

  return (
    <li className="py-5">
      <p className="text-base font-medium wrap-anywhere">{fileName}</p>
      <ImportDetails one={one} />
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action, at) => (
            <Button
              key={action}
              // Without a border beside it, a quiet button's label would look indented.
              variant={action === "start" ? "primary" : at > 0 ? "quiet" : "outline"}
              pending={asked === action}
              onClick={() => (action === "undo" ? setConfirming(true) : void perform(action))}
            >
              {action === "undo" && status === "importing" ? "Stop and undo" : actionLabels[action]}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Undo this import?"
        description={undoSentence(undo)}
        confirm="Undo import"
        danger
        onConfirm={() => {
          setConfirming(false);
          void perform("undo");
        }}
      />
    </li>
  );
}

const actionLabels: Record<ImportAction, string> = {
  start: "Import",
  undo: "Undo import",
  cancel: "Cancel",
  discard: "Discard",
  remove: "Remove from this list",
};

function undoSentence({ chats, drafts, things, kept }: ImportState["undo"]): string {
  if (things > 0) {
    const stays = kept === 0 ? "" : ` ${kept} that you changed, shared or used since will stay.`;
    return `${things === 1 ? "One imported item" : `${things} imported items`} will be deleted.${stays} You can import the file again.`;
  }
  const [count, noun] = drafts > 0 ? [drafts, "draft"] : [chats, "chat"];
  const goes = count === 1 ? `One imported ${noun} will be deleted.` : `${count} imported ${noun}s will be deleted.`;
  const since = drafts > 0 ? "changed, discussed, shared or moved" : "continued, shared or moved to a project";
  const stays = kept === 0 ? "" : ` ${kept} that you ${since} will stay.`;
  return `${goes}${stays} You can import the file again.`;
}

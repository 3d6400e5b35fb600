/*
 * Imports chats from another product: choose its export, preview the contents
 * before anything is written, import, and undo the whole import.
 */
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { fileSize } from "#core/sources/attachment.ts";
import { freshChats, type ImportState } from "#core/import/import-state.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { tell } from "../updates.ts";
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
        title="Bring your chats"
        lead={
          mayImport
            ? "From ChatGPT or Claude: the ZIP that they send you after “Export data”. From LibreChat or Open WebUI: the JSON they export. You see what the file holds before anything is imported, and chats that were imported before do not come twice. A file that waits for your decision is kept for seven days."
            : "Guests see what is shared with them; they cannot import chats here."
        }
      >
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

/** Reloads the page's data while an import is running, and the list of chats once it has ended. */
function useFollowing(isBusy: boolean): void {
  const { revalidate } = useRevalidator();
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) tell({ type: "reconnected" });
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
    if (file.size > largestBytes)
      return setRefusal(`This file is larger than ${fileSize(largestBytes)}, the most that is accepted.`);
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
        aria-label="Export of another product"
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
          <ProgressLine label="Sending the file" share={progress} />
          <Button size="small" variant="quiet" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
      {refusal !== null && <ErrorNotice>{refusal}</ErrorNotice>}
    </>
  );
}

const lost = "The connection to Stet was lost. Choose the same file again: only what is missing of it is sent.";

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
  const [asked, setAsked] = useState<"start" | "undo" | "discard" | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { revalidate } = useRevalidator();
  const { id, fileName, status, found, undo } = one;

  async function change(what: "start" | "undo" | "discard"): Promise<void> {
    setAsked(what);
    try {
      if (what === "discard") await ask(`/api/imports/${id}`, { method: "DELETE", body: {} });
      else await ask(`/api/imports/${id}/${what}`, { body: {} });
      if (what === "undo") tell({ type: "reconnected" });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    await revalidate();
    setAsked(null);
  }

  const hasChats = undo.chats + undo.kept > 0;
  return (
    <li className="py-5">
      <p className="text-base font-medium wrap-anywhere">{fileName}</p>
      <ImportDetails one={one} />
      <div className="mt-4 flex flex-wrap gap-3">
        {status === "ready" && found !== null && freshChats(found) > 0 && (
          <Button variant="primary" pending={asked === "start"} onClick={() => void change("start")}>
            Import
          </Button>
        )}
        {undo.chats > 0 && status !== "ready" && (
          <Button pending={asked === "undo"} onClick={() => setConfirming(true)}>
            {status === "importing" ? "Stop and undo" : "Undo import"}
          </Button>
        )}
        {!hasChats && status !== "importing" && (
          <Button variant="quiet" pending={asked === "discard"} onClick={() => void change("discard")}>
            {status === "ready" ? "Discard" : "Remove from this list"}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Undo this import?"
        description={undoSentence(undo)}
        confirm="Undo import"
        danger
        onConfirm={() => {
          setConfirming(false);
          void change("undo");
        }}
      />
    </li>
  );
}

function undoSentence({ chats, kept }: ImportState["undo"]): string {
  const goes = chats === 1 ? "One imported chat is deleted." : `${chats} imported chats are deleted.`;
  const stays =
    kept === 0 ? "" : ` ${kept} that you have continued, shared or put into a project ${kept === 1 ? "stays" : "stay"}.`;
  return `${goes}${stays} You can import the file again.`;
}

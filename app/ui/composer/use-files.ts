/* A chat's chosen files, stored on the device until their message has arrived. */
import { useCallback, useEffect, useRef, useState } from "react";
import { addFiles } from "#core/sources/attachment.ts";
import { attachmentLimits } from "./attachments.ts";
import { loadFiles, saveFiles } from "./unsent.ts";
import type { ComposerFile } from "./uploads.ts";

type Change = ComposerFile[] | ((now: ComposerFile[]) => ComposerFile[]);

export type ChosenFiles = { files: ComposerFile[]; setFiles: (change: Change, options?: { keepStored?: boolean }) => void };

export function useFiles(chat: string): ChosenFiles {
  const [files, setShown] = useState<ComposerFile[]>([]);
  const current = useRef<ComposerFile[]>(files);
  const before = useRef<string | null>(null);
  useEffect(() => {
    // A newly created chat: its first files have been sent; those chosen since belong to it.
    if (before.current !== null && before.current !== chat) {
      void saveFiles(before.current, []);
      void saveFiles(chat, current.current);
      before.current = chat;
      return;
    }
    before.current = chat;
    let gone = false;
    void loadFiles(chat).then((stored) => {
      if (gone || stored.length === 0) return;
      current.current = addFiles(stored, current.current, attachmentLimits).files;
      setShown(current.current);
    });
    return () => void (gone = true);
  }, [chat]);

  const setFiles = useCallback(
    (change: Change, { keepStored = false } = {}) => {
      current.current = typeof change === "function" ? change(current.current) : change;
      setShown(current.current);
      if (!keepStored) void saveFiles(chat, current.current);
    },
    [chat],
  );
  return { files, setFiles };
}

/* Lets files be dropped anywhere on the chat, not only on the composer. */
import { useEffect, useState, type RefObject } from "react";

/** Returns whether files are being dragged over the page. */
export function useDrop(form: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const page = form.current?.closest<HTMLElement>("main");
    if (!page) return;
    const listening = new AbortController();
    const { signal } = listening;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    page.addEventListener(
      "dragover",
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    page.addEventListener("dragleave", (event) => !page.contains(event.relatedTarget as Node | null) && setOver(false), { signal });
    page.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
      { signal },
    );
    return () => listening.abort();
  }, [form, onFiles]);
  return isOver;
}

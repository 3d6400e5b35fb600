/* The full text of a document stored on the server; for any other source, the text that came with it. */
import { useEffect, useState } from "react";
import { documentUrl } from "#core/sources/stored-file.ts";
import { askForResponse } from "../ask.ts";

type Read = { state: "loading" } | { state: "failed" } | { state: "ready"; text: string };

export function useDocumentText(documentId: string | undefined, content: string | undefined): Read {
  const [read, setRead] = useState<Read>({ state: "loading" });
  useEffect(() => {
    if (documentId === undefined) return;
    const leaving = new AbortController();
    askForResponse(`${documentUrl(documentId)}?text`, { signal: leaving.signal })
      .then((response) => response.text())
      .then(
        (text) => setRead({ state: "ready", text }),
        () => !leaving.signal.aborted && setRead({ state: "failed" }),
      );
    return () => leaving.abort();
  }, [documentId]);
  return documentId === undefined ? { state: "ready", text: content ?? "" } : read;
}

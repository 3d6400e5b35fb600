/* Reading the scanned pages of a file: how many there are, how long it takes, and in which language. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { recognisableLanguages, timeToRead, type RecognisableLanguage } from "#core/sources/recognised-page.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { ScannedFile } from "./open-scanned-pages.ts";

const names: Record<RecognisableLanguage, string> = { en: "English", de: "German", sv: "Swedish", nl: "Dutch", fr: "French" };

/** Whether reading has begun. */
export function askToReadPages(file: ScannedFile): Promise<boolean> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    function end(isBegun: boolean) {
      resolve(isBegun);
      // Not while it is drawing.
      setTimeout(() => {
        root.unmount();
        place.remove();
      });
    }
    root.render(<ReadingDialog file={file} end={end} />);
  });
}

function ReadingDialog({ file, end }: { file: ScannedFile; end: (isBegun: boolean) => void }) {
  const [language, setLanguage] = useState<RecognisableLanguage | null>(null);
  const [isSending, setSending] = useState(false);
  const isAgain = file.scannedPages === 0;
  // A chosen language is used for every page, also for those that were read in another.
  const count = isAgain || language !== null ? file.scannedPages + file.recognisedPages : file.scannedPages;
  const pages = count === 1 ? "1 scanned page" : `${count} scanned pages`;

  async function begin() {
    setSending(true);
    try {
      await ask(`/api/files/${file.id}/recognise`, { body: { isAgain, ...(language !== null && { languages: [language] }) } });
      showToast({ kind: "success", text: `${file.originalName}: ${pages} are being read. See “At work” for how far it is.` });
      end(true);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={() => end(false)}
      title="Read scanned pages"
      description={`“${file.originalName}” has ${pages}. Their text is recognized from the pictures, which takes ${timeToRead(count)} and is not certain: every citation of it says how sure it is. The file stays as it is.`}
      size="small"
      footer={
        <>
          <Button variant="outline" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button variant="primary" pending={isSending} onClick={() => void begin()}>
            {count === 1 ? "Read the page" : `Read the ${count} pages`}
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="mb-2 text-sm text-ink-soft">Language</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <Choice label="Find each page’s own" isChosen={language === null} onChoose={() => setLanguage(null)} />
          {recognisableLanguages.map((one) => (
            <Choice key={one} label={names[one]} isChosen={language === one} onChoose={() => setLanguage(one)} />
          ))}
        </div>
      </fieldset>
    </Dialog>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-9 items-center gap-2">
      <input type="radio" name="language" className="accent-blue" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  );
}

/* The playground's last request as code. */
import { useState } from "react";
import { apiExample, exampleLanguages, type ExampleRequest } from "#core/account/api-example.ts";
import { CopyButton } from "../chat/copy-button.tsx";
import { Dialog } from "../kit/dialog.tsx";

type CodeDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; baseUrl: string; request: ExampleRequest };

export function CodeDialog({ open, onOpenChange, baseUrl, request }: CodeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Use this from code"
      description="Set STET_API_KEY to one of the organization’s keys."
      size="large"
    >
      <CodeExamples baseUrl={baseUrl} request={request} />
    </Dialog>
  );
}

export function CodeExamples({ baseUrl, request }: { baseUrl: string; request: ExampleRequest }) {
  const [language, setLanguage] = useState<(typeof exampleLanguages)[number]>("curl");
  const code = apiExample(language, baseUrl, request);
  return (
    <>
      <div role="group" aria-label="Language" className="flex items-center gap-1">
        {exampleLanguages.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
            className="h-8 rounded-lg px-3 text-ink-soft touch-target hover:bg-wash hover:text-ink aria-pressed:bg-wash-strong aria-pressed:font-medium aria-pressed:text-ink"
          >
            {one}
          </button>
        ))}
        <span className="flex-1" />
        <CopyButton
          label="Copy code"
          content={() => ({ html: code, text: code })}
          success="Copied code to clipboard"
          failure="Failed to copy to clipboard"
          indicatorMs={2000}
        />
      </div>
      <pre
        tabIndex={0}
        aria-label={`The request in ${language}`}
        className="mt-2 max-h-[50vh] overflow-auto rounded-lg bg-desk p-4 font-mono text-xs leading-5 scroll-thin"
      >
        {code}
      </pre>
    </>
  );
}

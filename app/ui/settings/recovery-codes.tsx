/** Recovery codes for when the authenticator app is unavailable, shown once. */
import { Copy, Download } from "lucide-react";
import { download } from "../chat/save-file.ts";
import { copyPlain } from "../copy-plain.ts";
import { Button } from "../kit/button.tsx";

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join("\n");
  return (
    <div className="mb-4">
      <p className="text-ink-soft">
        Use one to sign in if you don’t have your authenticator app. Each works once. Print them or save them in your password
        manager: they won’t be shown again.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-desk p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2 [@media(scripting:none)]:hidden">
        <Button size="small" onClick={() => void copyPlain(text)}>
          <Copy /> Copy codes
        </Button>
        <Button
          size="small"
          onClick={() => void download("stet-recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}
        >
          <Download /> Download
        </Button>
      </div>
    </div>
  );
}

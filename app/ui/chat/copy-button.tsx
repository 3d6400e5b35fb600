/** Copies and briefly confirms it. `content` is computed only on click. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { copyRich } from "./clipboard.ts";

type CopyButtonProps = {
  label: string;
  content: () => { html: string; text: string };
  success: string;
  failure: string;
  /** How long the success icon stays. */
  indicatorMs: number;
};

export function CopyButton({ label, content, success, failure, indicatorMs }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), indicatorMs);
    return () => clearTimeout(timer);
  }, [copied, indicatorMs]);

  async function copy() {
    const { html, text } = content();
    const done = await copyRich(html, text);
    setCopied(done);
    showToast({ kind: done ? "success" : "error", text: done ? success : failure, id: "copy" });
  }
  return (
    <IconButton
      label={label}
      size="small"
      icon={copied ? <Check className="text-insert" /> : <Copy />}
      onClick={() => void copy()}
      data-copied={copied || undefined}
    />
  );
}

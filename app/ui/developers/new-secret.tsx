/* A secret that was just made: the only time it is shown. */
import type { ReactNode } from "react";
import { CopyButton } from "../chat/copy-button.tsx";

type NewSecretProps = {
  title: string;
  secret: string;
  /** What it is, for screen readers. */
  name: string;
  copy: string;
  /** What to do with it. */
  children: ReactNode;
};

export function NewSecret({ title, secret, name, copy, children }: NewSecretProps) {
  return (
    <div role="status" className="mt-6 rounded-xl border border-rule bg-insert-soft p-4">
      <p className="text-base font-medium text-insert">{title}</p>
      <div className="mt-3 flex items-center gap-2 rounded-lg border border-rule bg-paper py-1 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-all" aria-label={name}>
          {secret}
        </code>
        <CopyButton
          label={copy}
          content={() => ({ html: secret, text: secret })}
          success="Copied to clipboard!"
          failure="Failed to copy to clipboard"
          indicatorMs={2000}
        />
      </div>
      <p className="mt-3 text-ink-soft">{children}</p>
    </div>
  );
}

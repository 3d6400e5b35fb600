/* A newly created key: the only time it is shown. */
import { CopyButton } from "../chat/copy-button.tsx";

export function NewKey({ name, secret }: { name: string; secret: string }) {
  return (
    <div role="status" className="mt-6 rounded-xl border border-rule bg-insert-soft p-4">
      <p className="text-base font-medium text-insert">“{name}” was created. Copy it now: it won’t be shown again.</p>
      <div className="mt-3 flex items-center gap-2 rounded-lg border border-rule bg-paper py-1 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-all" aria-label="The new key">
          {secret}
        </code>
        <CopyButton
          label="Copy the key"
          content={() => ({ html: secret, text: secret })}
          success="Copied to clipboard!"
          failure="Failed to copy to clipboard"
          indicatorMs={2000}
        />
      </div>
      <p className="mt-3 text-ink-soft">
        Store it as a secret, not in source code. Anyone who has it can use the organization’s plan on your behalf.
      </p>
    </div>
  );
}

/* An organization's API keys, what each is for, and how to revoke it. */
import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { scopeTitles, stateOfApiKey, type ApiKey, type ApiKeyState } from "#core/account/api-key.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const day = (iso: string) => dates.format(new Date(iso));

/** `now` is when the page was rendered. */
export function KeyList({ keys, now }: { keys: readonly ApiKey[]; now: string }) {
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const submit = useSubmit();
  if (keys.length === 0)
    return (
      <EmptyState title="No keys yet">
        A key lets a program use models and work with projects on behalf of the organization.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Keys" className="mt-3">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(isOpen) => !isOpen && setRevoking(null)}
        title={`Revoke “${revoking?.name ?? ""}”?`}
        description="Apps that use it stop working immediately. This can’t be undone."
        confirm="Revoke key"
        danger
        onConfirm={() => {
          void submit({ intent: "revoke", id: revoking!.id }, { method: "post" });
          setRevoking(null);
        }}
      />
    </>
  );
}

function endOf({ expiresAt, revokedAt }: ApiKey, state: ApiKeyState): string {
  if (state === "revoked") return `revoked ${day(revokedAt!)}`;
  if (state === "orphaned") return "no longer works: its creator left";
  if (expiresAt === null) return "does not expire";
  return `${state === "expired" ? "expired" : "expires"} ${day(expiresAt)}`;
}

function KeyRow({ apiKey, now, onRevoke }: { apiKey: ApiKey; now: string; onRevoke: () => void }) {
  const { id, name, prefix, scopes, createdBy, createdAt, lastUsedAt } = apiKey;
  const state = stateOfApiKey(apiKey, now);
  const ends = endOf(apiKey, state);
  return (
    <li className="flex items-center gap-4 border-t border-rule py-3.5">
      <div className={`min-w-0 flex-1 ${state === "live" ? "" : "text-ink-faint"}`}>
        <p className="flex flex-wrap items-baseline gap-x-2.5 text-base">
          <span className={`wrap-anywhere ${state === "live" ? "font-medium" : "line-through decoration-rule-strong"}`}>
            {name}
          </span>
          <code className="font-mono text-xs text-ink-faint">{prefix}…</code>
        </p>
        <p className="mt-0.5 text-ink-soft">{scopes.map((scope) => scopeTitles[scope]).join(" · ")}</p>
        <p className="mt-0.5 text-ink-faint">
          {createdBy !== "" && `by ${createdBy}, `}
          {day(createdAt)} · {ends} · {lastUsedAt === null ? "never used" : `last used ${day(lastUsedAt)}`}
        </p>
      </div>
      {(state === "live" || state === "orphaned") && (
        <Form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            onRevoke();
          }}
        >
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" size="small" aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </Form>
      )}
    </li>
  );
}

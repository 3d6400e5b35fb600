/* Adds a webhook: its address and events, confirmed with the password. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { webhookEvents, webhookEventTitles, webhookLimits } from "#core/webhooks/webhook.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { ProofField } from "../settings/proof-field.tsx";

type WebhookFormProps = {
  hasPassword: boolean;
  refusal: AccountRefusal | null;
  /** The submitted values, if they were refused. */
  given: { url: string; events: readonly string[] } | null;
};

export function WebhookForm({ hasPassword, refusal, given }: WebhookFormProps) {
  const chosen: readonly string[] = given?.events ?? webhookEvents;
  return (
    <AuthForm intent="add" submit="Add webhook" isWide={false} refusal={refusal}>
      <TextField
        label="Address"
        name="url"
        type="url"
        maxLength={webhookLimits.address}
        required
        autoComplete="off"
        defaultValue={given?.url}
        placeholder="https://"
        error={errorAt(refusal, "url")}
      />
      <fieldset>
        <legend className="mb-1 font-medium">Events</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {webhookEvents.map((event) => (
            <label key={event} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={chosen.includes(event)}
                className="size-4 shrink-0"
              />
              <span>
                {webhookEventTitles[event]} <code className="font-mono text-xs text-ink-faint">{event}</code>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ProofField hasPassword={hasPassword} refusal={refusal} />
    </AuthForm>
  );
}

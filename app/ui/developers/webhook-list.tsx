/* An organization's webhooks, whether each works, and what was sent to it last. */
import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { webhookEventTitle, webhookEventTitles, type Webhook, type WebhookDelivery } from "#core/webhooks/webhook.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const submit = useSubmit();
  if (webhooks.length === 0)
    return (
      <EmptyState title="No webhooks yet">
        A webhook tells your server at once when a review, a research or a workflow has ended.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Webhooks" className="mt-3">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onRemove={() => setRemoving(webhook)} />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title="Remove this webhook?"
        description={`Nothing is sent to ${removing?.url ?? ""} any more, and the log of what was sent is deleted. This can’t be undone.`}
        confirm="Remove webhook"
        danger
        onConfirm={() => {
          void submit({ intent: "remove", id: removing!.id }, { method: "post" });
          setRemoving(null);
        }}
      />
    </>
  );
}

/** Why nothing is sent; null while it is. */
function silence({ pausedBecause, hasMaker }: Webhook): string | null {
  if (!hasMaker) return "Sends nothing: the member who added it no longer manages the organization.";
  if (pausedBecause === "asked") return "Paused.";
  if (pausedBecause === "failing") return "Paused, because several messages in a row could not be delivered.";
  if (pausedBecause === "gone") return "Paused, because the server says that this address is gone.";
  return null;
}

function WebhookRow({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const { id, url, events, createdBy, createdAt, pausedBecause, deliveries } = webhook;
  const quiet = silence(webhook);
  return (
    <li className="border-t border-rule py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <p className={`text-base wrap-anywhere ${quiet === null ? "font-medium" : "text-ink-faint"}`}>{url}</p>
          <p className="mt-0.5 text-ink-soft">{events.map((event) => webhookEventTitles[event]).join(" · ")}</p>
          <p className="mt-0.5 text-ink-faint">
            {createdBy !== "" && `by ${createdBy}, `}
            {dates.format(new Date(createdAt))}
          </p>
          {quiet !== null && <p className="mt-1 text-delete">{quiet}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {quiet === null && <Ask intent="test" id={id} label="Send a test" name={`Send a test to ${url}`} />}
          {pausedBecause === null ? (
            <Ask intent="pause" id={id} label="Pause" name={`Pause ${url}`} />
          ) : (
            <Ask intent="resume" id={id} label="Resume" name={`Resume ${url}`} />
          )}
          <Ask intent="remove" id={id} label="Remove" name={`Remove ${url}`} onAsk={onRemove} />
        </div>
      </div>
      {deliveries.length > 0 && (
        <details className="mt-2" open={deliveries[0]!.state === "given-up"}>
          <summary className="cursor-pointer text-ink-soft touch-target">
            Last message: {times.format(new Date(deliveries[0]!.createdAt))}, {outcomeOf(deliveries[0]!)}
          </summary>
          <ul aria-label={`Messages to ${url}`} className="mt-1">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} canRepeat={quiet === null} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function outcomeOf({ state, attempts }: WebhookDelivery): string {
  if (state === "delivered") return "delivered";
  if (state === "given-up") return `not delivered after ${attempts === 1 ? "one attempt" : `${attempts} attempts`}`;
  return attempts === 0 ? "on its way" : `tried ${attempts === 1 ? "once" : `${attempts} times`}, and will be tried again`;
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function DeliveryRow({ delivery, canRepeat }: { delivery: WebhookDelivery; canRepeat: boolean }) {
  const { id, type, createdAt, state, status, problem } = delivery;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <div className="min-w-0">
        <p>
          {webhookEventTitle(type)} <span className="text-ink-faint">{times.format(new Date(createdAt))}</span>
        </p>
        <p className={state === "given-up" ? "text-delete" : "text-ink-soft"}>
          {capitalized(outcomeOf(delivery))}
          {status !== null && problem === null && ` (${status})`}
          {problem !== null && `. ${problem}`}
        </p>
      </div>
      {canRepeat && state !== "waiting" && (
        <Ask
          intent="repeat"
          id={id}
          label="Send again"
          name={`Send again: ${webhookEventTitle(type)}, ${times.format(new Date(createdAt))}`}
        />
      )}
    </li>
  );
}

/** `onAsk`: asks for confirmation first, where there is script. */
function Ask({ intent, id, label, name, onAsk }: { intent: string; id: string; label: string; name: string; onAsk?: () => void }) {
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        if (onAsk === undefined) return;
        event.preventDefault();
        onAsk();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" size="small" aria-label={name}>
        {label}
      </Button>
    </Form>
  );
}

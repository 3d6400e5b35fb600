/*
 * A webhook of an organization: where Stet reports what happens in it. It acts for the person who made it, as an API
 * key does: it hears only of what they may see, and stops when they leave. Messages name what happened by ids and hold
 * no content; receivers read it through the API, with a key.
 *
 * Messages are signed as https://www.standardwebhooks.com says.
 */
export const webhookEvents = [
  "review.ended",
  "playbook.ended",
  "research.ended",
  "workflow.waiting",
  "workflow.ended",
  "library.changed",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** When each is sent, for the people who choose. */
export const webhookEventTitles: Record<WebhookEvent, string> = {
  "review.ended": "A review has been run",
  "playbook.ended": "A draft was checked against a playbook",
  "research.ended": "Research is done",
  "workflow.waiting": "A workflow waits for a person",
  "workflow.ended": "A workflow has ended",
  "library.changed": "The library has changed",
};

/** Sent on request only, to try out an address. */
export const testEvent = "webhook.test";

export function webhookEventTitle(type: string): string {
  return type === testEvent ? "Test" : ((webhookEventTitles as Record<string, string>)[type] ?? type);
}

/** Why a webhook sends nothing: asked to, too many messages in a row could not be delivered, or its server answered 410 Gone. */
export const pauseReasons = ["asked", "failing", "gone"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export type Webhook = {
  id: string;
  url: string;
  events: WebhookEvent[];
  /** Empty if their account was deleted. */
  createdBy: string;
  /** Whether the creator still manages the organization: otherwise nothing is sent. */
  hasMaker: boolean;
  createdAt: string;
  /** Null while it sends. */
  pausedBecause: PauseReason | null;
  /** Newest first. */
  deliveries: WebhookDelivery[];
};

export type WebhookDelivery = {
  id: string;
  type: string;
  createdAt: string;
  /** `waiting`: to be sent, or to be tried again. */
  state: "waiting" | "delivered" | "given-up";
  attempts: number;
  /** HTTP status of the last attempt; null if there was no answer. */
  status: number | null;
  /** A sentence about the last attempt; null if it succeeded. */
  problem: string | null;
};

export const webhookLimits = {
  /** Per organization. */
  webhooks: 20,
  address: 500,
  deliveriesShown: 10,
  /** In a row; then the webhook is paused. */
  givenUp: 5,
  keptDays: 30,
} as const;

/** Why this is no address for a webhook; null if it is one. Whether it is on the public web is checked on each delivery. */
export function refuseWebhookAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return "Enter an address that begins with https://.";
  if (url.username !== "" || url.password !== "") return "An address can’t contain a name or password.";
  return null;
}

export type Answered = { status: number | null; problem: string | null };

/** What the status of an answer means: anything but success is a failure, redirects too, since a message goes to the address that was entered. */
export function readStatus(status: number): Answered {
  if (status >= 200 && status < 300) return { status, problem: null };
  if (status >= 300 && status < 400)
    return { status, problem: `The server leads on to another address (${status}). Enter that one.` };
  if (status === 410) return { status, problem: "The server says that this address is gone for good (410)." };
  return { status, problem: `The server answered ${status}.` };
}

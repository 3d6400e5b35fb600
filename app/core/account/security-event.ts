/*
 * The events in a security log, one row per kind with its label. The kind
 * determines who can read it: account events are shown to the owner's
 * organizations, without subject or address; personal events only to the
 * person; installation events to no organization; all others belong to the
 * workspace they happened in.
 */
import { csvLine } from "../text/csv.ts";

const accountEvents = {
  "sign-in": "Signed in",
  "email-changed": "Changed their email address",
  "password-changed": "Changed their password",
  "password-reset": "Reset their password by email",
  "second-step-on": "Turned two-factor authentication on",
  "second-step-off": "Turned two-factor authentication off",
  "recovery-codes-made": "Created new recovery codes",
  "passkey-added": "Added a passkey",
  "passkey-removed": "Removed a passkey",
  "account-disconnected": "Disconnected an external account",
  "deletion-requested": "Requested deletion of their account",
} as const;

const personalEvents = {
  "data-exported": "Exported their own data",
  "data-export-incomplete": "Got an incomplete export",
  "tool-server-connected": "Connected a tool server",
  "tool-server-removed": "Removed a tool server",
  "tool-server-signed-in": "Signed in to a tool server",
  "tool-server-signed-out": "Signed out of a tool server",
} as const;

const workspaceEvents = {
  "organization-created": "Created the organization",
  "organization-renamed": "Renamed the organization",
  "organization-moved": "Changed the organization's address",
  "organization-exported": "Exported the organization's data",
  "organization-export-incomplete": "Received an incomplete export of the organization",
  "organization-deletion-scheduled": "Scheduled the organization's deletion",
  "organization-deletion-cancelled": "Cancelled the organization's deletion",
  "policy-changed": "Changed a policy",
  "ownership-offered": "Offered someone the ownership",
  "ownership-offer-withdrawn": "Withdrew the offer of ownership",
  "ownership-declined": "Declined the ownership",
  "ownership-accepted": "Accepted the ownership",
  // Before it had to be accepted.
  "ownership-handed-over": "Transferred ownership",
  "log-exported": "Exported the security log",
  "member-invited": "Invited someone",
  "invitation-resent": "Resent an invitation",
  "invitation-revoked": "Revoked an invitation",
  "invitation-accepted": "Accepted an invitation",
  "invitation-declined": "Declined an invitation",
  "role-changed": "Changed a role",
  "member-removed": "Removed a member",
  "member-restored": "Restored a removed member",
  "member-left": "Left the organization",
  "project-shared": "Shared a project",
  "project-unshared": "Stopped sharing a project",
  "chat-shared": "Shared a chat by link",
  "chat-unshared": "Stopped sharing a chat",
  "key-created": "Created an API key",
  "key-revoked": "Revoked an API key",
  "webhook-added": "Added a webhook",
  "webhook-changed": "Changed a webhook",
  "webhook-removed": "Removed a webhook",
  "plan-changed": "Changed the plan",
  "contact-erased": "Erased a contact",
} as const;

/** Of the installation: not shown to any organization. */
const installationEvents = {
  "administrator-added": "Made someone an administrator of the installation",
  "administrator-removed": "Removed an administrator of the installation",
  "account-suspended": "Suspended an account",
  "account-restored": "Restored a suspended account",
  "account-signed-out": "Signed someone out everywhere",
  "second-factor-reset": "Reset someone's two-factor authentication",
  "account-plan-changed": "Changed someone's plan",
  "test-email-sent": "Sent a test email",
  "sign-up-changed": "Changed who can create an account",
  "model-connected": "Connected a model provider",
  "model-key-replaced": "Replaced the key of a model provider",
  "model-disconnected": "Removed a model provider",
  "default-model-changed": "Changed the default model",
  "job-retried": "Tried a failed job again",
  "job-discarded": "Discarded a failed job",
  "backup-begun": "Asked for a backup",
  "backup-check-begun": "Asked for the check of a backup",
  "administration-log-exported": "Exported the audit log",
  "secret-rotated": "Replaced the secret of the installation",
} as const;

const events = { ...accountEvents, ...personalEvents, ...workspaceEvents, ...installationEvents };

export type SecurityEventKind = keyof typeof events;
export type SecurityEvent = {
  id: string;
  at: string;
  kind: SecurityEventKind;
  /** The actor's name at the time; empty if unknown. */
  name: string;
  email: string;
  /** Who or what it was done to. */
  subject: string;
  /** The request's IP address; empty if the person acted on their own account. */
  address: string;
  result: "done" | "refused";
};

/** What a person's organizations see of actions on their own account. */
export const accountEventKinds = Object.keys(accountEvents) as readonly SecurityEventKind[];

/** What the installation's administrators see. */
export const installationEventKinds = Object.keys(installationEvents) as readonly SecurityEventKind[];

export function isInstallationEvent(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(installationEvents, kind);
}

/** Whether it belongs to the workspace where it happened, rather than to the person alone. */
export function isWorkspaceEvent(kind: SecurityEventKind): boolean {
  return Object.hasOwn(workspaceEvents, kind);
}

export function isSecurityEventKind(text: string): text is SecurityEventKind {
  return Object.hasOwn(events, text);
}

export function wordsOf({ kind, result }: Pick<SecurityEvent, "kind" | "result">): string {
  return result === "done" ? events[kind] : `Failed: ${events[kind].toLowerCase()}`;
}

const columns = ["when", "who", "e-mail", "what", "result", "subject", "address"] as const;

/** A CSV line; without an event, the headers. */
export function securityLogLine(event?: SecurityEvent): string {
  const cells = event
    ? [event.at, event.name, event.email, events[event.kind], event.result, event.subject, event.address]
    : columns;
  return csvLine(cells);
}

/*
 * Which letters a person may do without. Letters about the safety of an account
 * are not among them: whoever breaks in would turn those off first.
 */
export const emailKinds = ["project-shared", "comment", "invitation", "new-device"] as const;
export type EmailKind = (typeof emailKinds)[number];

/** Kept are only the letters that are not wanted, so that a new kind is wanted from the start. */
export type Notifications = Partial<Record<EmailKind, false>>;

export function wantsEmail(notifications: Notifications, kind: EmailKind): boolean {
  return notifications[kind] !== false;
}

/** The choice that leaves only `wanted` on. */
export function notificationsOf(wanted: readonly EmailKind[]): Notifications {
  return Object.fromEntries(emailKinds.filter((kind) => !wanted.includes(kind)).map((kind) => [kind, false]));
}

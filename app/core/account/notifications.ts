/*
 * The emails a person can opt out of. Account security emails aren't among
 * them: an intruder would turn those off first.
 */
export const emailKinds = ["project-shared", "comment", "invitation", "acceptance", "new-device"] as const;
export type EmailKind = (typeof emailKinds)[number];

/** Only opt-outs are stored, so that new kinds of email are on by default. */
export type Notifications = Partial<Record<EmailKind, false>>;

export function wantsEmail(notifications: Notifications, kind: EmailKind): boolean {
  return notifications[kind] !== false;
}

/** The setting with only `wanted` switched on. */
export function notificationsOf(wanted: readonly EmailKind[]): Notifications {
  return Object.fromEntries(emailKinds.filter((kind) => !wanted.includes(kind)).map((kind) => [kind, false]));
}

/*
 * Which letters a person may do without. Letters about the safety of an account
 * are not among them: whoever breaks in would turn those off first.
 */
export const letterKinds = ["project-shared", "comment", "invitation", "new-device"] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Kept are only the letters that are not wanted, so that a new kind is wanted from the start. */
export type Notifications = Partial<Record<LetterKind, false>>;

export function wantsLetter(notifications: Notifications, kind: LetterKind): boolean {
  return notifications[kind] !== false;
}

/** The choice that leaves only `wanted` on. */
export function notificationsOf(wanted: readonly LetterKind[]): Notifications {
  return Object.fromEntries(letterKinds.filter((kind) => !wanted.includes(kind)).map((kind) => [kind, false]));
}

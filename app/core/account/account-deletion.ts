/* Deleting one's own account: how long it can be taken back, and what goes with it. */
export const deletionGraceDays = 14;

export type WhatGoes = {
  chats: number;
  projects: number;
  drafts: number;
  /** Organizations in which nobody else is: they go too. */
  organizations: string[];
  /** Organizations that would be left without an owner: they stand in the way. */
  ownerless: string[];
  /** Whether a subscription of one's own is still paid for. */
  isSubscribed: boolean;
};

/** Why the account cannot be deleted yet, as a sentence; null when it can. */
export function deletionObstacle({ ownerless, isSubscribed }: Pick<WhatGoes, "ownerless" | "isSubscribed">): string | null {
  if (ownerless.length > 0)
    return `You are the only owner of ${ownerless.join(", ")}, where others work. Hand it over or delete it first.`;
  if (isSubscribed) return "You have a subscription that is still being paid for. End it first.";
  return null;
}

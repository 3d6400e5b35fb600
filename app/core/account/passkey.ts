/* A passkey as shown to its owner, and the maximum length of its name. */
export type Passkey = { id: string; name: string; isSynced: boolean; createdAt: string; usedAt: string | null };

export const longestPasskeyName = 60;
export const mostPasskeys = 20;

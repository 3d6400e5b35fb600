/* A passkey as its owner sees it; and how long a name may be. */
export type Passkey = { id: string; name: string; isSynced: boolean; createdAt: string; usedAt: string | null };

export const longestPasskeyName = 60;
export const mostPasskeys = 20;

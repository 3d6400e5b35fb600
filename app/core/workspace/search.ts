/* What a search outside of chats finds, a few of each kind, best or newest first. */
export type FoundDraft = { id: string; projectId: string; name: string; excerpt: string };
export type FoundFile = { id: string; name: string; url: string; excerpt: string };
export type FoundLaw = { ref: string; name: string; heading: string; url: string; excerpt: string };
export type FoundElsewhere = { drafts: FoundDraft[]; files: FoundFile[]; law: FoundLaw[] };

/*
 * What shows a conversation, in a chunk of its own: an empty chat is used without it, and fetches it while the first
 * question is typed.
 */
import { late } from "../kit/late.ts";

export const lateMessages = late(() => import("./message-parts.ts"));

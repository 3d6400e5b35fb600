/* The log of what administrators and the server did that concerns people and settings, and how it is narrowed. */
import type { SecurityEvent, SecurityEventKind } from "../account/security-event.ts";

/** `person`: part of a name or an address, of who did it or to whom it was done. */
export type LogFilter = { person: string; kind: SecurityEventKind | null };
export type LogPage = { events: SecurityEvent[]; next: string | null };

export const logPerPage = 50;

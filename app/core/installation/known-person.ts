/* Someone with an account, as the installation's administrators see them: no word of their work. */
import type { Plan } from "../workspace/policy.ts";

export type KnownPerson = {
  id: string;
  name: string;
  email: string;
  isMe: boolean;
  isVerified: boolean;
  isAdministrator: boolean;
  hasSecondFactor: boolean;
  /** Sessions that are signed in. */
  sessions: number;
  plan: Plan;
  createdAt: string;
  suspendedAt: string | null;
  /** When the account will be deleted, if its owner has requested that. */
  deletedAt: string | null;
};

export type PeoplePage = {
  people: KnownPerson[];
  /** The `before` of the next page; null on the last. */
  next: string | null;
};

export const peoplePerPage = 50;

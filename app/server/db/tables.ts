/*
 * The tables as Kysely sees them, by subject in the folder beside. Column names are the database's; jsonb is written with
 * JSON.stringify (`pg` fails on a JS array bound to jsonb) and read as parsed values on both engines.
 */
import type { AccountTables } from "./tables/accounts.ts";
import type { ChatTables } from "./tables/chats.ts";
import type { ContactTables } from "./tables/contacts.ts";
import type { DraftTables } from "./tables/drafts.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { PlaybookTables } from "./tables/playbooks.ts";
import type { PseudonymTables } from "./tables/pseudonyms.ts";
import type { ReviewTables } from "./tables/reviews.ts";
import type { SourceTables } from "./tables/sources.ts";

export type Tables = AccountTables &
  ChatTables &
  ContactTables &
  DraftTables &
  JobTables &
  PlaybookTables &
  PseudonymTables &
  ReviewTables &
  SourceTables;

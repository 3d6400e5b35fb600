/*
 * The tables as Kysely sees them, by subject in the folder beside. Column names are the database's; jsonb is written with
 * JSON.stringify (`pg` fails on a JS array bound to jsonb) and read as parsed values on both engines.
 */
import type { AccountTables } from "./tables/accounts.ts";
import type { ChatTables } from "./tables/chats.ts";
import type { ContactTables } from "./tables/contacts.ts";
import type { DiscoveryTables } from "./tables/discovery.ts";
import type { DraftTables } from "./tables/drafts.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { PlaybookTables } from "./tables/playbooks.ts";
import type { PseudonymTables } from "./tables/pseudonyms.ts";
import type { ResearchTables } from "./tables/research.ts";
import type { ReviewTables } from "./tables/reviews.ts";
import type { SourceTables } from "./tables/sources.ts";
import type { ToolServerTables } from "./tables/tool-servers.ts";
import type { WebhookTables } from "./tables/webhooks.ts";
import type { WorkflowTables } from "./tables/workflows.ts";

export type Tables = AccountTables &
  ChatTables &
  ContactTables &
  DiscoveryTables &
  DraftTables &
  JobTables &
  PlaybookTables &
  PseudonymTables &
  ResearchTables &
  ReviewTables &
  SourceTables &
  ToolServerTables &
  WebhookTables &
  WorkflowTables;

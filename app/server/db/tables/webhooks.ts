/* Webhooks of organizations, and what was sent to them. */
import type { Generated } from "kysely";
import type { PauseReason, WebhookDelivery, WebhookEvent } from "#core/webhooks/webhook.ts";
import type { TimeByDefault } from "./columns.ts";

type WebhooksTable = {
  id: string;
  organization_id: string;
  made_by: string | null;
  url: string;
  events: WebhookEvent[];
  sealed_key: string;
  given_up: Generated<number>;
  paused_because: PauseReason | null;
  created_at: TimeByDefault;
};

type WebhookDeliveriesTable = {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  body: string;
  state: Generated<WebhookDelivery["state"]>;
  attempts: Generated<number>;
  status: number | null;
  problem: string | null;
  created_at: TimeByDefault;
};

export type WebhookTables = { webhooks: WebhooksTable; webhook_deliveries: WebhookDeliveriesTable };

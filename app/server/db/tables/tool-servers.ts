/* Servers of tools, and the consent to their calls. */
import type { ColumnType, Generated } from "kysely";
import type { ConsentDecision, ServerTool, SignInState } from "#core/tool-servers/tool-server.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type ToolServersTable = {
  id: string;
  user_id: string;
  name: string;
  slug: string;
  url: string | null;
  program: string | null;
  sealed_key: string | null;
  last_four: Generated<string>;
  tools: Json<ServerTool[]>;
  offered: ColumnType<ServerTool[] | null, string | null | undefined, string | null>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

type ToolConsentsTable = {
  id: string;
  user_id: string;
  server_id: string;
  chat_id: string | null;
  call_id: string;
  tool: string;
  fingerprint: string;
  input: Json<unknown>;
  may_last: boolean;
  reveals: boolean;
  decision: ConsentDecision | null;
  created_at: TimeByDefault;
  decided_at: Time | null;
};

type ToolSignInsTable = {
  id: string;
  user_id: string;
  issuer: string;
  metadata_url: string | null;
  scope: string | null;
  state: SignInState;
  sealed_key: string | null;
  expires_at: Time | null;
  renewing_until: Time | null;
  attempt: string | null;
  sealed_attempt: string | null;
  attempted_at: Time | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

export type ToolServerTables = {
  tool_servers: ToolServersTable;
  tool_consents: ToolConsentsTable;
  tool_sign_ins: ToolSignInsTable;
};

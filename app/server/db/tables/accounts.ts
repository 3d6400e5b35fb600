/* People, organizations, plans, keys, email and the installation. */
import type { ColumnType, Generated } from "kysely";
import type { Notifications } from "#core/account/notifications.ts";
import type { ConnectedProvider } from "#core/models/connection.ts";
import type { Plan, Role as MemberRole } from "#core/workspace/policy.ts";
import type { Writes } from "#core/account/profile.ts";
import type { Scope } from "#core/account/api-key.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type BillingCustomersTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  created_at: TimeByDefault;
};

type SubscriptionsTable = {
  id: string;
  customer_id: string;
  plan: string | null;
  status: string | null;
  seats: Generated<number>;
  renews_at: Time | null;
  cancels_at: Time | null;
  asked: Generated<number>;
  answered: Generated<number>;
  created_at: TimeByDefault;
};

type BillingEventsTable = { id: string; received_at: TimeByDefault };

/** `day` is an ISO date, in UTC. */
type PlanTokensTable = { organization_id: string | null; user_id: string; day: string; tokens: string };

type LettersTable = {
  seq: Generated<string>;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  tries: Generated<number>;
  due_at: TimeByDefault;
  created_at: TimeByDefault;
};

type ApiKeysTable = {
  id: string;
  organization_id: string;
  created_by: string | null;
  name: string;
  prefix: string;
  hash: string;
  scopes: Scope[];
  created_at: TimeByDefault;
  expires_at: Time | null;
  last_used_at: Time | null;
  revoked_at: Time | null;
};

type ModelUsesTable = {
  seq: Generated<string>;
  organization_id: string;
  user_id: string | null;
  project_id: string | null;
  in_project: Generated<boolean>;
  by_key: Generated<boolean>;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cost_usd: string | null;
  created_at: TimeByDefault;
};

type ApiUsageTable = {
  seq: Generated<string>;
  organization_id: string;
  key_id: string | null;
  route: string;
  model: string | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  is_estimated: Generated<boolean>;
  status: number;
  ms: number;
  created_at: TimeByDefault;
};

type ApiUsageMonthsTable = {
  organization_id: string;
  key_id: string | null;
  model: string | null;
  month: Date;
  requests: string;
  failures: string;
  input_tokens: string;
  output_tokens: string;
};

type PlanTokensMonthsTable = { organization_id: string | null; user_id: string; month: Date; tokens: string };

type SecurityEventsTable = {
  id: string;
  at: TimeByDefault;
  kind: string;
  user_id: string | null;
  name: Generated<string>;
  email: Generated<string>;
  organization_id: string | null;
  subject: Generated<string>;
  address: Generated<string>;
  result: Generated<"done" | "refused">;
};

type PasskeysTable = {
  id: string;
  user_id: string;
  name: string;
  public_key: string;
  counter: ColumnType<string | number, number, number>;
  transports: Json<string[]>;
  is_synced: boolean;
  created_at: TimeByDefault;
  used_at: Time | null;
};

type TriedCodesTable = { user_id: string; code: string; tried_at: TimeByDefault };

/** better-auth writes the account tables; listed are only the columns that we read. Organizations are ours alone. */
type MemberTable = { id: string; organizationId: string; userId: string; role: MemberRole; createdAt: TimeByDefault };

type OrganizationTable = {
  id: string;
  name: string;
  slug: string;
  createdAt: TimeByDefault;
  plan: Plan | null;
  seats: number | null;
  delete_at: Time | null;
  require_two_factor: Generated<boolean>;
  allowed_models: string[] | null;
  allow_web_search: Generated<boolean>;
};

type OwnershipOffersTable = { organization_id: string; made_by: string; user_id: string; created_at: TimeByDefault };

type FormerSlugsTable = { slug: string; organization_id: string; created_at: TimeByDefault };

type RemovedMembersTable = {
  id: string;
  organization_id: string;
  user_id: string;
  role: string;
  joined_at: Time;
  heir_id: string | null;
  shares: Json<unknown>;
  removed_at: TimeByDefault;
};

type InheritedProjectsTable = { removal_id: string; project_id: string };

type InvitationTable = {
  id: string;
  organizationId: string;
  email: string;
  role: MemberRole;
  status: "pending" | "accepted" | "declined" | "revoked";
  expiresAt: Time;
  createdAt: TimeByDefault;
  inviterId: string;
};

type SessionTable = {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Time;
  updatedAt: Time;
  expiresAt: Time;
};

type AccountTable = { id: string; userId: string; providerId: string; password: string | null; createdAt: Time };

type LimitsUsedTable = { digest: string; points: number; expires_at: Date };

type ModelRequestsTable = { id: string; owner_id: string; process_id: string; begun_at: TimeByDefault };

type KnownDevicesTable = { user_id: string; digest: string; seen_at: TimeByDefault };

type UserTable = {
  notifications: Json<Notifications>;
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  delete_at: Time | null;
  writes: Json<Writes>;
  onboarded_at: Time | null;
  time_zone: string | null;
  locale: string | null;
};

type VerificationTable = { id: string; identifier: string; value: string; expiresAt: Time };

type AdministratorsTable = {
  id: Generated<string>;
  user_id: string | null;
  made_by: string | null;
  created_at: TimeByDefault;
};

type SuspensionsTable = { user_id: string; made_by: string | null; created_at: TimeByDefault };

type ModelConnectionsTable = {
  id: string;
  provider: ConnectedProvider;
  name: string | null;
  url: string | null;
  sealed_key: string | null;
  last_four: Generated<string>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

type InstallationSettingsTable = { name: string; value: Json<unknown>; updated_at: TimeByDefault };

export type AccountTables = {
  administrators: AdministratorsTable;
  suspensions: SuspensionsTable;
  model_connections: ModelConnectionsTable;
  installation_settings: InstallationSettingsTable;
  user: UserTable;
  account: AccountTable;
  passkeys: PasskeysTable;
  known_devices: KnownDevicesTable;
  limits_used: LimitsUsedTable;
  model_requests: ModelRequestsTable;
  member: MemberTable;
  invitation: InvitationTable;
  organization: OrganizationTable;
  former_slugs: FormerSlugsTable;
  ownership_offers: OwnershipOffersTable;
  removed_members: RemovedMembersTable;
  inherited_projects: InheritedProjectsTable;
  session: SessionTable;
  verification: VerificationTable;
  letters: LettersTable;
  tried_codes: TriedCodesTable;
  api_keys: ApiKeysTable;
  model_uses: ModelUsesTable;
  api_usage: ApiUsageTable;
  api_usage_months: ApiUsageMonthsTable;
  plan_tokens_months: PlanTokensMonthsTable;
  security_events: SecurityEventsTable;
  plan_tokens: PlanTokensTable;
  billing_customers: BillingCustomersTable;
  subscriptions: SubscriptionsTable;
  billing_events: BillingEventsTable;
};

/* Contacts, and the conflict checks made with them. */
import type { ColumnType, Generated } from "kysely";
import type { ConflictFindings, Party } from "#core/contacts/conflicts.ts";
import type { ContactFields } from "#core/contacts/contact.ts";
import type { RelationKind } from "#core/contacts/relation.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type ContactsTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  made_by: string | null;
  name: string;
  folded: string;
  name_keys: Generated<string[]>;
  searched: Generated<string>;
  fields: Json<ContactFields>;
  version: Generated<number>;
  import_id: string | null;
  merged_into: string | null;
  fields_before: ColumnType<ContactFields | null, string | null | undefined, string | null>;
  version_since: number | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type ConflictChecksTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  made_by: string | null;
  project_id: string | null;
  parties: Json<Party[]>;
  found: Json<ConflictFindings>;
  created_at: TimeByDefault;
};

type ContactRelationsTable = {
  id: string;
  from_id: string;
  to_id: string;
  relation: RelationKind;
  made_by: string | null;
  import_id: string | null;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

export type ContactTables = {
  contacts: ContactsTable;
  contact_relations: ContactRelationsTable;
  conflict_checks: ConflictChecksTable;
};

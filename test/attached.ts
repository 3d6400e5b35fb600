/* Attached files for tests of tools, read as the product reads those that come inside a message. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { Attachment } from "#core/chat/message.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Tables } from "#server/db/tables.ts";
import { createChatFiles } from "#server/files/chat-files.ts";
import { createExtraction } from "#server/files/extraction.ts";
import type { ToolContext } from "#server/tools/tool.ts";

/** Holds no rows: what comes inside a message is not in the database. */
const nowhere = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const files = createChatFiles({
  extraction: createExtraction(),
  db: nowhere,
  store: { read: () => Promise.reject(new Error("no store")) },
});
const somebody: Person = {
  kind: "person",
  userId: "somebody",
  name: "Somebody",
  email: "somebody@example.test",
  isVerified: true,
  plan: "free",
  ownPlan: "free",
  organizationId: null,
  memberships: [],
};

export function attached(attachments: readonly Attachment[]): ToolContext["files"] {
  return () => files.read(somebody, attachments);
}

/*
 * A chat whose row is locked until the transaction ends, so that changes are serialized. Its rows are changed only
 * through this object, which keeps the invariant of a conversation:
 *
 * the live rows of a chat form one path: each one's parent is the live row
 * before it, and has a smaller seq.
 */
import { sql } from "kysely";
import type { OperationKind } from "#core/chat/chat.ts";
import type { Attachment, MessagePart, Role } from "#core/chat/message.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Source } from "#core/sources/source.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";
import { chatRefusal } from "./chat-refusal.ts";
import { ownChats } from "../visible.ts";

type ChatRow = { id: string; version: number; last_seq: number; title: string };

export type LiveMessage = {
  id: string;
  parent_id: string | null;
  seq: number;
  role: Role;
  parts: MessagePart[];
  attachments: Attachment[] | null;
  sources: Source[] | null;
  extras: unknown;
};

export class LockedChat {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly lastSeq: number;
  #trx: Trx;

  constructor(trx: Trx, row: ChatRow) {
    this.#trx = trx;
    this.id = row.id;
    this.title = row.title;
    this.version = row.version;
    this.lastSeq = row.last_seq;
  }

  /** `version` undefined: the caller did not send one. */
  async refuseIfBusyOrStale(version: number | undefined): Promise<void> {
    if (version !== undefined) this.refuseIfStale(version);
    const running = await this.#trx
      .selectFrom("runs")
      .select("id")
      .where("chat_id", "=", this.id)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (running !== undefined) throw problem("chat-busy");
  }

  refuseIfStale(version: number): void {
    if (version !== this.version) throw problem("chat-changed");
  }

  async liveMessage(messageId: string): Promise<LiveMessage> {
    const row = await this.#live().where("id", "=", messageId).executeTakeFirst();
    if (row === undefined) throw problem("not-found");
    return row as LiveMessage;
  }

  async lastLiveMessage(): Promise<LiveMessage | undefined> {
    return (await this.#live().orderBy("seq", "desc").limit(1).executeTakeFirst()) as LiveMessage | undefined;
  }

  #live() {
    return this.#trx
      .selectFrom("messages")
      .select(["id", "parent_id", "seq", "role", "parts", "attachments", "sources", "extras"])
      .where("chat_id", "=", this.id)
      .where("removed_by", "is", null);
  }

  /** Stamps every live row from `seq` on with a new operation. */
  async stampFrom(seq: number, kind: OperationKind, referenceId: string | null): Promise<{ operationId: string; stamped: number }> {
    const operationId = uuidv7();
    await this.#trx
      .insertInto("operations")
      .values({ id: operationId, chat_id: this.id, kind, reference_message_id: referenceId })
      .execute();
    const { numUpdatedRows } = await this.#trx
      .updateTable("messages")
      .set({ removed_by: operationId })
      .where("chat_id", "=", this.id)
      .where("removed_by", "is", null)
      .where("seq", ">=", seq)
      .executeTakeFirst();
    return { operationId, stamped: Number(numUpdatedRows) };
  }

  /*
   * The rows stamped by one operation were the end of the path when it ran, so they are restored all together: after
   * the parent of their first row. Anything there now is stamped by a new operation, whose id is returned.
   */
  async bringBack(operation: { id: string; reference_message_id: string | null }): Promise<string> {
    const first = await this.#trx
      .selectFrom("messages")
      .select(["id", "parent_id"])
      .where("removed_by", "=", operation.id)
      .orderBy("seq")
      .limit(1)
      .executeTakeFirst();
    const { operationId } =
      first === undefined
        ? await this.#takeAwayAgain(operation.reference_message_id)
        : await this.stampFrom(await this.#seqAfter(first.parent_id), "switch", first.id);
    await this.#trx.updateTable("messages").set({ removed_by: null }).where("removed_by", "=", operation.id).execute();
    await this.#trx
      .updateTable("operations")
      .set({ undone_at: sql`now()` })
      .where("id", "=", operation.id)
      .execute();
    return operationId;
  }

  /** Undoes an operation that only restored rows and removed none. */
  async #takeAwayAgain(referenceId: string | null): Promise<{ operationId: string }> {
    const reference = referenceId === null ? undefined : await this.#live().where("id", "=", referenceId).executeTakeFirst();
    if (reference === undefined) throw problem("nothing-to-undo");
    return this.stampFrom(reference.seq, "switch", referenceId);
  }

  async #seqAfter(parentId: string | null): Promise<number> {
    if (parentId === null) return 0;
    const parent = await this.#live().where("id", "=", parentId).executeTakeFirst();
    // The parent is off the shown path; restoring rows there would create a second path.
    if (parent === undefined) throw problem("nothing-to-undo");
    return parent.seq + 1;
  }

  /** Marks the chat as changed: tabs with an earlier version are stale. */
  async change(values: { lastSeq?: number } = {}): Promise<number> {
    const version = this.version + 1;
    const { lastSeq } = values;
    await this.#trx
      .updateTable("chats")
      .set({
        version,
        updated_at: sql`now()`,
        ...(lastSeq === undefined ? {} : { last_seq: lastSeq }),
      })
      .where("id", "=", this.id)
      .execute();
    return version;
  }
}

export async function lockChat(me: Actor, trx: Trx, chatId: string): Promise<LockedChat> {
  trx = actAs(me, trx);
  const row = await trx
    .selectFrom("chats")
    .select(["id", "version", "last_seq", "title"])
    .where("id", "=", chatId)
    .where(ownChats(me))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw await chatRefusal(me, trx, chatId);
  return new LockedChat(trx, row);
}

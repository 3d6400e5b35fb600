/*
 * The pictures of a draft that moves to another project. They are files of its project: those of this draft alone go
 * along, and of those that something else uses as well the other project gets its own copy, so that no one there sees a
 * gap and no one here loses a picture.
 */
import { sql } from "kysely";
import { fileImage } from "#core/document/document-image.ts";
import type { Server } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";

/** The keys of copied bytes, by the id of the file they are from. */
export type CopiedBytes = ReadonlyMap<string, string>;
type PictureMove = { draftId: string; from: string; to: string; ownerId: string; copied: CopiedBytes };
type Picture = { id: string; key: string; isShared: boolean; knownId: string | null };

/** Thrown before anything is moved: the bytes of these have to be copied first, which a transaction does not wait for. */
export class BytesNotCopied extends Error {
  readonly pictures: readonly { id: string; key: string }[];
  constructor(pictures: readonly { id: string; key: string }[]) {
    super("The bytes of pictures that are used elsewhere are not copied yet.");
    this.pictures = pictures;
  }
}

export async function movePictures(me: Server, trx: Trx, move: PictureMove): Promise<void> {
  trx = actAs(me, trx);
  const pictures = await picturesOf(trx, move);
  const missing = pictures.filter(({ id, isShared, knownId }) => isShared && knownId === null && !move.copied.has(id));
  if (missing.length > 0) throw new BytesNotCopied(missing);
  for (const { id, isShared, knownId } of pictures) {
    if (knownId === null && !isShared) {
      await trx.updateTable("files").set({ project_id: move.to, owner_id: move.ownerId }).where("id", "=", id).execute();
      continue;
    }
    await renamePicture(trx, move.draftId, id, knownId ?? (await copyPicture(trx, move, id)));
    // The copy that an earlier move made is left behind by the move back.
    if (!isShared)
      await trx
        .updateTable("files")
        .set({ removed_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
  }
}

/** `knownId`: the same picture in the other project. */
async function picturesOf(trx: Trx, { draftId, from, to }: PictureMove): Promise<Picture[]> {
  const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  const { rows } = await sql<Picture>`
    with named as (select distinct (regexp_matches(document::text, ${`/api/documents/(${uuid})/view`}, 'g'))[1]::uuid as id
      from (select document from drafts where id = ${draftId} union all
        select document from draft_versions where draft_id = ${draftId}) as documents)
    select files.id, files.key,
      exists (select 1 from drafts left join draft_versions on draft_versions.draft_id = drafts.id
        where drafts.project_id = ${from} and drafts.id <> ${draftId}
          and (drafts.document::text like '%' || files.id || '%' or draft_versions.document::text like '%' || files.id || '%'))
      or exists (select 1 from chats join messages on messages.chat_id = chats.id where chats.project_id = ${from}
        and (messages.attachments::text like '%' || files.id || '%' or messages.sources::text like '%' || files.id || '%')) as "isShared",
      (select there.id from files as there where there.project_id = ${to} and there.sha256 = files.sha256
        and there.original_name = files.original_name and there.removed_at is null and there.chat_id is null limit 1) as "knownId"
    from named join files on files.id = named.id where files.project_id = ${from} order by files.id`.execute(trx);
  return rows;
}

async function copyPicture(trx: Trx, { to, ownerId, copied }: PictureMove, id: string): Promise<string> {
  const copy = uuidv7();
  await sql`insert into files (id, owner_id, organization_id, made_by, project_id, key, original_name, kind, content_type, size, sha256,
      status, problem, page_count, modified_at)
    select ${copy}, ${ownerId}, organization_id, made_by, ${to}, ${copied.get(id)}, original_name, kind, content_type, size, sha256,
      status, problem, page_count, modified_at from files where id = ${id}`.execute(trx);
  return copy;
}

async function renamePicture(trx: Trx, draftId: string, before: string, after: string): Promise<void> {
  const [was, is] = [fileImage(before), fileImage(after)];
  await sql`update drafts set document = replace(document::text, ${was}, ${is})::jsonb, content = replace(content, ${was}, ${is})
    where id = ${draftId}`.execute(trx);
  await sql`update draft_versions set document = replace(document::text, ${was}, ${is})::jsonb
    where draft_id = ${draftId} and document::text like '%' || ${before}::text || '%'`.execute(trx);
  await sql`update proposed_changes set change = replace(change::text, ${was}, ${is})::jsonb
    where draft_id = ${draftId} and change::text like '%' || ${before}::text || '%'`.execute(trx);
}

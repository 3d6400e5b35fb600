/* A review as a person looks at it: the order of its rows, where words are, and what its columns say as a whole. */
import { sql, type RawBuilder } from "kysely";
import type { ColumnFormat } from "#core/review/review.ts";
import { summarize, type ColumnSummary, type ValueCount } from "#core/review/summary.ts";
import {
  mostMatches,
  packPositions,
  type ReviewGroup,
  type ReviewMatch,
  type ReviewOrder,
  type ReviewView,
  type StateToShow,
  type ViewFilter,
} from "#core/review/view.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { contains } from "../../db/word-pattern.ts";
import { refuseUnseen } from "./review-rows.ts";

/** What a cell says, in its typed form if it has one: a person's word, otherwise what was found. */
const said = sql<string | null>`nullif(case when held is not null then coalesce(held->>'value', held->>'answer')
  when state in ('found', 'unclear') then coalesce(value, answer) end, '')`;
/** The same answers in other letters are one. */
const comparable = sql<string | null>`nullif(lower(btrim(regexp_replace(${said}, '\\s+', ' ', 'g'), ' .')), '')`;

/** Of all rows that the view shows. Equal ones are in the table's order. */
export async function orderRows(me: Person, db: Db, reviewId: string, view: ReviewView): Promise<ReviewOrder> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  const formats = await formatsOf(db, reviewId);
  // A column that was taken away since sorts and filters nothing.
  const filters = view.filters.filter(({ column }) => formats.has(column));
  const group = view.group !== null && formats.has(view.group) ? view.group : null;
  type Row = { position: number; key: string | null; value: string | null };
  const { rows } = await sql<Row>`select review_documents.position, ${group === null ? sql`null` : sql`grouping_cell.key`} as key,
      ${group === null ? sql`null` : sql`grouping_cell.value`} as value
    from review_documents join files on files.id = review_documents.file_id
    ${group === null ? sql`` : cellOf(group, "grouping_cell", formats)}
    ${view.sort === null || !formats.has(view.sort.by) ? sql`` : cellOf(view.sort.by, "sorting_cell", formats)}
    where review_documents.review_id = ${reviewId} and review_documents.removed_at is null
      and ${filters.length === 0 ? sql`true` : sql.join(filters.map((filter) => meets(me, filter)), sql` and `)}
    order by ${group === null ? sql`` : sql`grouping_cell.size nulls last, grouping_cell.key nulls last, `}${sortedBy(view, formats)}
      review_documents.position, review_documents.id`.execute(db); // prettier-ignore
  return { rows: packPositions(rows.map(({ position }) => position)), groups: group === null ? null : groupsOf(rows) };
}

async function formatsOf(db: BoundDb, reviewId: string): Promise<Map<string, ColumnFormat>> {
  const columns = db.selectFrom("review_columns").select(["id", "format"]).where("review_id", "=", reviewId);
  const rows = await columns.where("removed_at", "is", null).execute();
  return new Map(rows.map(({ id, format }) => [id, format]));
}

/** Beside each document, what its cell of a column says, and how large that is. */
function cellOf(columnId: string, name: string, formats: ReadonlyMap<string, ColumnFormat>): RawBuilder<unknown> {
  const number = (text: RawBuilder<unknown>) => sql`case when ${text} ~ '^-?[0-9]+(\\.[0-9]+)?$' then (${text})::numeric end`;
  const format = formats.get(columnId);
  const isNumber = format === "number" || format === "period";
  const size = isNumber ? number(said) : format === "amount" ? number(sql`split_part(${said}, ' ', 2)`) : sql`null::numeric`;
  const alone = format === "amount" ? sql`split_part(${comparable}, ' ', 1)` : isNumber ? sql`''` : comparable;
  return sql`left join lateral (select ${said} as value, ${comparable} as key, ${alone} as first, ${size} as size from review_cells
    where review_cells.document_id = review_documents.id and review_cells.column_id = ${columnId}) as ${sql.ref(name)} on true`;
}

function sortedBy({ sort }: ReviewView, formats: ReadonlyMap<string, ColumnFormat>): RawBuilder<unknown> {
  if (sort === null) return sql``;
  const way = sort.isDescending ? sql`desc` : sql`asc`;
  if (sort.by === "document") return sql`lower(files.original_name) ${way}, `;
  if (!formats.has(sort.by)) return sql``;
  // Numbers by their size, sums by their currency first; rows without an answer are last, either way.
  return sql`(sorting_cell.key is null), sorting_cell.first ${way}, sorting_cell.size ${way} nulls last, sorting_cell.key ${way}, `;
}

function meets(me: Person, { column, states, values }: ViewFilter): RawBuilder<unknown> {
  const cell = sql`from review_cells where review_cells.document_id = review_documents.id and review_cells.column_id = ${column}`;
  const touched = states.filter((state) => state !== "empty").map((state) => stateIs(me, state));
  const parts: RawBuilder<unknown>[] = [];
  if (states.length > 0) {
    const any = [
      ...(touched.length > 0 ? [sql`exists (select 1 ${cell} and (${sql.join(touched, sql` or `)}))`] : []),
      ...(states.includes("empty") ? [sql`not exists (select 1 ${cell} and (held is not null or state is not null))`] : []),
    ];
    parts.push(sql`(${sql.join(any, sql` or `)})`);
  }
  if (values.length > 0) parts.push(sql`exists (select 1 ${cell} and ${comparable} in (${sql.join(values)}))`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

function stateIs(me: Person, state: Exclude<StateToShow, "empty">): RawBuilder<unknown> {
  switch (state) {
    case "verified":
      return sql`held is not null`;
    case "flagged":
      return sql`is_flagged`;
    case "mine":
      return sql`assigned_to = ${me.userId}`;
    case "commented":
      return sql`exists (select 1 from review_comments where review_comments.document_id = review_cells.document_id
        and review_comments.column_id = review_cells.column_id and review_comments.removed_at is null)`;
    case "differs":
      return sql`(held is not null and state <> 'failed' and answered_at > held_at
        and lower(btrim(answer)) <> lower(btrim(held->>'answer')))`;
    default:
      return sql`(held is null and state = ${state})`;
  }
}

/** Rows of a group follow each other. */
function groupsOf(rows: readonly { key: string | null; value: string | null }[]): ReviewGroup[] {
  const groups: (ReviewGroup & { key: string | null })[] = [];
  for (const { key, value } of rows) {
    const last = groups.at(-1);
    if (last !== undefined && last.key === key) last.count++;
    else groups.push({ key, value: key === null ? null : value, count: 1 });
  }
  return groups.map(({ value, count }) => ({ value, count }));
}

/** In the table's order, row by row: in names of documents and in answers. */
export async function findInReview(me: Person, db: Db, reviewId: string, words: string): Promise<ReviewMatch[]> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  const { rows } = await sql<ReviewMatch>`select position, "columnId" from (
      select review_documents.position, null::uuid as "columnId", -1 as place from review_documents
        join files on files.id = review_documents.file_id
        where review_documents.review_id = ${reviewId} and review_documents.removed_at is null and ${contains(sql`original_name`, words)}
      union all
      select review_documents.position, review_columns.id, review_columns.position from review_cells
        join review_documents on review_documents.id = document_id and review_documents.removed_at is null
        join review_columns on review_columns.id = column_id and review_columns.removed_at is null
        where review_cells.review_id = ${reviewId}
          and ${contains(sql`case when held is not null then held->>'answer' when state <> 'failed' then answer end`, words)}
    ) as places order by position, place limit ${mostMatches}`.execute(db);
  return rows;
}

/** Of all columns, or of one. */
export async function summarizeReview(me: Person, db: Db, reviewId: string, columnId?: string): Promise<ColumnSummary[]> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  const formats = await formatsOf(db, reviewId);
  type Row = ValueCount & { columnId: string };
  const { rows } = await sql<Row>`select column_id as "columnId", key, min(value) as value, count(*)::int as count,
      (array_agg(position order by position))[1:20] as positions
    from (select column_id, ${said} as value, ${comparable} as key, review_documents.position
      from review_cells join review_documents on review_documents.id = document_id and review_documents.removed_at is null
      where review_cells.review_id = ${reviewId} and (${columnId ?? null}::uuid is null or column_id = ${columnId ?? null}::uuid)) as cells
    where key is not null group by column_id, key`.execute(db);
  const byColumn = Map.groupBy(rows, (row) => row.columnId);
  const asked = [...formats].filter(([id]) => columnId === undefined || id === columnId);
  return asked.map(([id, format]) =>
    summarize(
      id,
      format,
      (byColumn.get(id) ?? []).map(({ value, key, count, positions }) => ({ value, key, count, positions })),
    ),
  );
}

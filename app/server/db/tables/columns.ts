/* Column types that several tables have. */
import type { ColumnType } from "kysely";

export type Json<T> = ColumnType<T, string, string>;
export type Time = ColumnType<Date, Date | string, Date | string>;
export type TimeByDefault = ColumnType<Date, Date | string | undefined, Date | string>;

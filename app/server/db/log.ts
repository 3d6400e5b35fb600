/** The log used by the database, with pino's argument order. */
export type Log = Record<"info" | "warn" | "error", (details: object, message: string) => void>;

export const silent: Log = { info() {}, warn() {}, error() {} };

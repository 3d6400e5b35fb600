/** What the database tells the log: pino's own order of arguments. */
export type Log = Record<"info" | "warn" | "error", (details: object, message: string) => void>;

export const silent: Log = { info() {}, warn() {}, error() {} };

/* What runs here, as the installation's administrators see it. Of settings only the names: many are secrets. */
export type About = {
  version: string;
  /** The newest change of the database's schema, by its file. */
  schema: string;
  database: string;
  runtime: string;
  /** ISO time at which the process that answers was started. */
  startedAt: string;
  address: string;
  /** Names of the settings that the environment sets. */
  settings: string[];
};

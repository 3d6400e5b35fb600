/*
 * A statement on behalf of an actor, in one round trip: the actor is set in the same batch of the extended protocol,
 * and a batch is one transaction. So the setting ends with the statement, whichever pool the connection returns to.
 */
import { Query, type QueryResult } from "pg";
import type { Identity } from "./acting.ts";

/** Methods called by `pg` that its types leave out. */
type Wire = {
  parse(message: { text: string; name?: string }): void;
  bind(message: { values: readonly string[]; statement?: string }): void;
  execute(message: object): void;
};
type Submitted = {
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
type Config = {
  text: string;
  values: readonly unknown[];
  queryMode: "extended";
  callback: (error: Error | null, result: QueryResult) => void;
};
const Base = Query as unknown as new (config: Config) => Submitted;

const setIdentity = `select set_config('role', $1, true), set_config('stet.user', $2, true),
  set_config('stet.email', $3, true), set_config('stet.places', $4, true)`;

const identityName = "set_identity";
/** Sessions in which it has been prepared. */
const know = new WeakSet<Wire>();

export class ActingQuery extends Base {
  readonly #identity: Identity;
  readonly #prepares: boolean;
  #isSetting = true;

  constructor(identity: Identity, prepares: boolean, config: Config) {
    super(config);
    this.#identity = identity;
    this.#prepares = prepares;
  }

  override prepare(wire: Wire) {
    const { role, user, email, places } = this.#identity;
    const named = this.#prepares ? identityName : "";
    if (!know.has(wire)) wire.parse({ text: setIdentity, name: named });
    wire.bind({ values: [role, user, email, places], statement: named });
    wire.execute({});
    super.prepare(wire);
  }

  override handleDataRow(message: unknown) {
    if (!this.#isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire) {
    if (this.#isSetting) {
      this.#isSetting = false;
      if (this.#prepares) know.add(wire);
    } else super.handleCommandComplete(message, wire);
  }
}

/*
 * Listeners by channel. A PostgreSQL session loses its LISTENs when it ends, so they are kept here and repeated for
 * each new session.
 */
import { escapeIdentifier, type ClientBase } from "pg";
import type { Log } from "./log.ts";

type OnPayload = (payload: string) => void;

/** PostgreSQL's own limit for a payload, in bytes. */
const payloadLimit = 7_999;

export class Channels {
  readonly #listeners = new Map<string, Set<OnPayload>>();
  readonly #onGap = new Map<OnPayload, () => void>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  get isEmpty() {
    return this.#listeners.size === 0;
  }

  /**
   * True if this channel had no listeners before. `onGap` is called when a new session listens: what was sent while
   * there was none is lost.
   */
  add(channel: string, onPayload: OnPayload, onGap?: () => void): boolean {
    if (onGap !== undefined) this.#onGap.set(onPayload, onGap);
    const known = this.#listeners.get(channel);
    if (known) known.add(onPayload);
    else this.#listeners.set(channel, new Set([onPayload]));
    return !known;
  }

  /** True if this channel has no listeners left. */
  remove(channel: string, onPayload: OnPayload): boolean {
    this.#onGap.delete(onPayload);
    const known = this.#listeners.get(channel);
    if (!known?.delete(onPayload) || known.size > 0) return false;
    return this.#listeners.delete(channel);
  }

  /** Receives this session's notifications and subscribes it to every channel. */
  async follow(session: ClientBase): Promise<void> {
    session.on("notification", ({ channel, payload }) => this.deliver(channel, payload ?? ""));
    if (this.isEmpty) return;
    await session.query([...this.#listeners.keys()].map(listenTo).join(";"));
    for (const onGap of this.#onGap.values()) onGap();
  }

  deliver(channel: string, payload: string) {
    for (const onPayload of this.#listeners.get(channel) ?? []) {
      try {
        onPayload(payload);
      } catch (error) {
        this.#log.error({ err: error, channel }, "A listener failed");
      }
    }
  }
}

export const listenTo = (channel: string) => `listen ${escapeIdentifier(channel)}`;
export const unlistenTo = (channel: string) => `unlisten ${escapeIdentifier(channel)}`;

export function checkPayload(payload: string) {
  const bytes = Buffer.byteLength(payload);
  if (bytes > payloadLimit)
    throw new RangeError(`A notification holds at most ${payloadLimit} bytes; this one has ${bytes}. Send ids, not content.`);
}

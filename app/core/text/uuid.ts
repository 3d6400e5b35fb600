/*
 * Ids are UUID version 7 (RFC 9562): the first 48 bits are the millisecond, so
 * ids sort by creation time and an index on them grows only at its end. They
 * are created at the origin, usually the browser, so a repeated request carries
 * the same id and is idempotent.
 *
 * The next 12 bits count within the millisecond: ids from one process always
 * increase, even in a burst or when the clock is set back.
 */
let lastTime = 0;
let count = 0;

export function uuidv7(now: number = Date.now()): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  if (now > lastTime) {
    lastTime = now;
    // Starts in the lower half, to leave room for counting within the millisecond.
    count = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
  } else if (++count > 0xfff) {
    lastTime++;
    count = 0;
  }
  for (let i = 5, rest = lastTime; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  bytes[6] = 0x70 | (count >> 8);
  bytes[7] = count & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The time an id was created, in milliseconds since 1970. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of any version: anything else can't identify an existing row. */
export function isUuid(text: string): boolean {
  return form.test(text);
}

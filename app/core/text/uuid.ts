/*
 * Ids are UUID version 7 (RFC 9562): the first 48 bits are the millisecond, so
 * ids sort by time of birth and an index on them grows at its end only. They
 * are made where a thing is born, most often in the browser; a request that is
 * repeated carries the same id and so is the same request.
 *
 * The 12 bits after the millisecond count within it: ids made by one process
 * always rise, even in a burst, and even when the clock is set back.
 */
let lastTime = 0;
let count = 0;

export function uuidv7(now: number = Date.now()): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  if (now > lastTime) {
    lastTime = now;
    // Begins in the lower half, so that there is room to count up in the same millisecond.
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

/** The moment an id was made, in milliseconds since 1970. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of any version: what is no id names nothing that exists. */
export function isUuid(text: string): boolean {
  return form.test(text);
}

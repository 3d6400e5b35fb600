/* What an authenticator app shows (RFC 6238), computed from the secret alone, so that the server's arithmetic is
   checked independently. */
import { createHmac } from "node:crypto";
import { vi } from "vitest";

/** `step` counts half minutes from now: the server accepts one before and one after. */
export function totpCode(secret: string, step = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** For a server in this process: no code expires before the test ends it with `vi.useRealTimers`. Timers still run. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
}

/** For a server in another one. The previous half minute's code is accepted until this one ends: near its end, wait for the next. */
export async function awayFromTheEdge(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 5_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, "")].map((sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/*
 * Whether response times reveal that an address has an account: signing in with an unknown address against a known
 * one with a wrong password, and signing up with a new address against a taken one. The two alternate, so that other
 * load on the machine affects both alike; medians are compared.
 */
import { startApp } from "#test/app.ts";

const rounds = 60;
const bar = 0.2;

const app = await startApp({ TRUSTED_PROXIES: "1" });
let count = 0;
/** From a different network each time: this measures time, not limits. */
const from = () => ({ "x-forwarded-for": `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count++ & 255}` });

async function timed(path: string, body: object): Promise<number> {
  const began = performance.now();
  const answer = await app.request(path, { body, headers: from() });
  await answer.text();
  if (answer.status === 429) throw new Error(`${path} was limited: this is not what is measured`);
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function compare(what: string, one: () => Promise<number>, other: () => Promise<number>): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = -5; round < rounds; round++) {
    // Each goes first half of the time.
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const [a, b] = [await first(), await second()];
    if (round < 0) continue;
    times[0].push(round % 2 === 0 ? a : b);
    times[1].push(round % 2 === 0 ? b : a);
  }
  const [known, unknown] = [median(times[0]), median(times[1])];
  const value = Math.round((Math.abs(known - unknown) / Math.max(known, unknown)) * 1000) / 1000;
  const detail = { known: Math.round(known * 10) / 10, unknown: Math.round(unknown * 10) / 10 };
  process.stdout.write(
    `${JSON.stringify({ bench: "account-timing", what, value, unit: "difference of medians", bar, ok: value <= bar, ...detail })}\n`,
  );
}

const people = await Promise.all(Array.from({ length: 40 }, () => app.person()));
const nobody = () => `nobody-${count}@example.test`;
let turn = 0;
const someone = () => people[turn++ % people.length]!.email;
const password = "not the password";
await compare(
  "sign in: known address against unknown",
  () => timed("/api/auth/sign-in/email", { email: someone(), password }),
  () => timed("/api/auth/sign-in/email", { email: nobody(), password }),
);
await compare(
  "sign up: taken address against new",
  () => timed("/api/auth/sign-up/email", { name: "Ada", email: someone(), password }),
  () => timed("/api/auth/sign-up/email", { name: "Ada", email: nobody(), password }),
);
await app.close();

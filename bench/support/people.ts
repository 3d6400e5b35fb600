/* People for a bench, signed up through the service's own forms. */
import { randomUUID } from "node:crypto";

/** The cookies of `count` people. */
export async function signUp(url: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  // One after the other: hashing a password is slow on purpose.
  for (let nth = 0; nth < count; nth++) cookies.push(await signUpOne(url));
  return cookies;
}

async function signUpOne(url: string): Promise<string> {
  const body = JSON.stringify({ name: "Person", email: `${randomUUID()}@example.test`, password: "a password for a bench" });
  const headers = { "content-type": "application/json", origin: url };
  await fetch(`${url}/api/auth/sign-up/email`, { method: "POST", headers, body });
  const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}

/* Many concurrent answers, read as cheaply as possible: when each began, and how late each of its timestamped tokens
   arrived. */
import { Agent, request } from "node:http";

export type Answer = { firstMs: number; delays: number[]; tokens: number; status: number; failed: string | null };

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const now = () => performance.timeOrigin + performance.now();

/** Posts `body` and reads to the end. Tokens are the mock model's timestamps, "@<ms since epoch>; ". */
export function readAnswer(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const started = now();
  const answer: Answer = { firstMs: Number.NaN, delays: [], tokens: 0, status: 0, failed: null };
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      answer.failed = error.message;
      resolve(answer);
    };
    const asked = request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        answer.status = response.statusCode ?? 0;
        let rest = "";
        response.setEncoding("latin1");
        response.on("data", (text: string) => {
          const at = now();
          const all = rest + text;
          let end = 0;
          for (const match of all.matchAll(/@(\d+\.\d); /g)) {
            answer.delays.push(at - Number(match[1]));
            end = match.index + match[0].length;
          }
          if (Number.isNaN(answer.firstMs) && answer.delays.length > 0) answer.firstMs = at - started;
          rest = all.slice(Math.max(end, all.length - 40));
        });
        response.on("end", () => {
          answer.tokens = answer.delays.length;
          resolve(answer);
        });
        response.on("error", fail);
      },
    );
    asked.on("error", fail);
    asked.end(JSON.stringify(body));
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function getJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

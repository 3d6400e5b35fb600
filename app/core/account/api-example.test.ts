import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { apiExample } from "./api-example.ts";

const base = "http://localhost:3000/v1";
const request = {
  model: "stet-builtin",
  messages: [{ role: "user", content: `It's "quoted", costs $5 \\ and\nhas two lines: \`x\`; äö ☃ 🙂` }],
  temperature: 0.5,
};

describe("what is copied asks what was asked", () => {
  test("curl, in a real shell", () => {
    const script = `curl() { for last; do :; done; printf '%s' "$last"; }\n${apiExample("curl", base, request)}`;
    expect(JSON.parse(execFileSync("sh", ["-c", script], { encoding: "utf8" }))).toEqual(request);
  });

  test("JavaScript, run with a client that takes notes", async () => {
    const code = apiExample("JavaScript", base, request).replace(/^import.*\n/, "");
    const noted: unknown[] = [];
    class OpenAI {
      chat = { completions: { create: async (asked: unknown) => (noted.push(asked), []) } };
      constructor(options: unknown) {
        noted.push(options);
      }
    }
    await (new Function("OpenAI", "process", `return (async () => {${code}})()`) as (...given: unknown[]) => Promise<void>)(
      OpenAI,
      {
        env: { STET_API_KEY: "stet_x" },
      },
    );
    expect(noted).toEqual([
      { baseURL: base, apiKey: "stet_x" },
      { ...request, stream: true },
    ]);
  });

  test("Python writes texts as JSON does", () => {
    const code = apiExample("Python", base, request);
    expect(code).toContain(`base_url="${base}"`);
    expect(code).toContain(JSON.stringify(request.messages[0]!.content));
    expect(code).toContain("temperature=0.5,");
    expect(code).not.toMatch(/\b(null|true|false)\b/);
  });
});

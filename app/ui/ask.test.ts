import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, problemIn, sentenceOf } from "./ask.ts";
import { answerSignIn, isSignInAsked, onSignInAsked } from "./session.ts";
import { problemOf } from "#core/workspace/problem.ts";

/* A server with scripted responses, one per request. */
const answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
const server = createServer((request, response) => answers.shift()?.(request, response));
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

function say(status: number, body: unknown) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
const problemOfAsking = async (path = url) => problemIn(await ask(path).catch((error: unknown) => error));

test("sends JSON and reads JSON", async () => {
  answers.push((request, response) => {
    expect(request.method).toBe("PATCH");
    expect(request.headers["content-type"]).toBe("application/json");
    request.pipe(response);
  });
  expect(await ask(url, { method: "PATCH", body: { title: "Ä" } })).toEqual({ title: "Ä" });
});

test("an empty answer is no answer", async () => {
  answers.push((_, response) => response.writeHead(204).end());
  expect(await ask(url)).toBeUndefined();
});

test("a problem of the catalogue is thrown as it came", async () => {
  answers.push(say(409, problemOf("chat-busy", "Two answers at once.")));
  const problem = await problemOfAsking();
  expect(problem).toMatchObject({ code: "chat-busy", status: 409 });
  expect(sentenceOf(problem)).toContain("Two answers at once.");
});

test.each([
  [500, "<h1>Bad gateway</h1>"],
  [502, { error: "x" }],
  [500, { code: "never-heard-of", title: "?" }],
])("an answer %s that is no problem of ours still has a sentence", async (status, body) => {
  answers.push(say(status, body));
  expect(await problemOfAsking()).toMatchObject({ code: "something-went-wrong", status });
});

test("no server is a problem that says so", async () => {
  expect(await problemOfAsking("http://127.0.0.1:9/")).toMatchObject({ code: "no-connection" });
});

test("a cut answer is the same", async () => {
  answers.push((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("{");
    setTimeout(() => response.destroy(), 20);
  });
  expect(await problemOfAsking()).toMatchObject({ code: "no-connection" });
});

test("an abort stays an abort", async () => {
  const stop = new AbortController();
  answers.push(() => stop.abort());
  const asking = ask(url, { signal: stop.signal });
  await expect(asking).rejects.toMatchObject({ name: "AbortError" });
});

test("without a page to sign in on, a session that ran out is a problem", async () => {
  answers.push(say(401, problemOf("not-signed-in")));
  expect(await problemOfAsking()).toMatchObject({ code: "not-signed-in" });
});

test("two questions, one sign-in, both asked again", async () => {
  const signIn = signInWith(true);
  answers.push(say(401, problemOf("not-signed-in")), say(401, problemOf("not-signed-in")), say(200, 1), say(200, 2));
  expect((await Promise.all([ask<number>(url), ask<number>(url)])).sort()).toEqual([1, 2]);
  expect(signIn.timesAsked()).toBe(1);
  signIn.leave();
});

test("who turns away from the sign-in gets the problem, and may be asked again later", async () => {
  const signIn = signInWith(false);
  answers.push(say(401, problemOf("not-signed-in")));
  expect(await problemOfAsking()).toMatchObject({ code: "not-signed-in" });
  answers.push(say(401, problemOf("not-signed-in")));
  expect(await problemOfAsking()).toMatchObject({ code: "not-signed-in" });
  expect(signIn.timesAsked()).toBe(2);
  signIn.leave();
});

/** A page whose user answers the dialog after a moment, during which other requests may ask too. */
function signInWith(answer: boolean) {
  let times = 0;
  const leave = onSignInAsked(() => {
    if (!isSignInAsked()) return;
    times++;
    setTimeout(() => answerSignIn(answer), 100);
  });
  return { timesAsked: () => times, leave };
}

import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { Problem } from "#core/workspace/problem.ts";
import { askToComeBack, refusingPages } from "./page-refusals.ts";

type Load = () => Promise<unknown>;

function loaderThatThrows(error: unknown): Load {
  const loader = () => Promise.reject(error as Error);
  const build = { routes: { page: { id: "page", module: { default: () => null, loader } }, none: undefined } };
  return refusingPages(build as never as ServerBuild).routes["page"]!.module.loader as unknown as Load;
}

const thrownBy = (load: Load) => load().catch((error: unknown) => error);

test("a page whose loader finds no connection answers with the problem", async () => {
  const noConnection = new Error("the query failed", { cause: new Error("timeout exceeded when trying to connect") });
  const thrown = (await thrownBy(loaderThatThrows(noConnection))) as Response;
  expect([thrown.status, ((await thrown.json()) as Problem).code]).toEqual([503, "too-busy"]);
  const full = (await thrownBy(loaderThatThrows(Object.assign(new Error("full"), { code: "ENOSPC" })))) as Response;
  expect([full.status, ((await full.json()) as Problem).code]).toEqual([507, "disk-full"]);
});

test("a bug stays a bug, and a refusal what it is", async () => {
  const bug = new Error("a bug");
  expect(await thrownBy(loaderThatThrows(bug))).toBe(bug);
  const refusal = new Response(null, { status: 404 });
  expect(await thrownBy(loaderThatThrows(refusal))).toBe(refusal);
});

test("a person refused for a while is told when to come back", () => {
  const busy = new Response(null, { status: 503 });
  askToComeBack(busy);
  expect(busy.headers.get("retry-after")).toBe("5");
  const page = new Response(null, { status: 200 });
  askToComeBack(page);
  expect(page.headers.has("retry-after")).toBe(false);
});

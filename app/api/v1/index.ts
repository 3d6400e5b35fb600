/*
 * The public API for organizations' programs, each with its key. It is mounted before everything browser-related and
 * shares with the pages' API only the layers below both.
 */
import { Hono, type MiddlewareHandler } from "hono";
import { problem } from "#core/workspace/problem.ts";
import { publicApiUrl } from "#server/pages/public-api-url.ts";
import type { Stet } from "#server/stet.ts";
import { answerError } from "../edge.ts";
import type { ApiEnv } from "../context.ts";
import type { inRpcForm } from "../mcp/rpc.ts";
import { chatCompletions } from "./chat-completions.ts";
import { contacts } from "./contacts.ts";
import { drafts } from "./drafts.ts";
import { embeddings } from "./embeddings.ts";
import { files } from "./files.ts";
import { library } from "./library.ts";
import { models } from "./models.ts";
import { playbookChecks } from "./playbook-checks.ts";
import { recordUse } from "./noted-use.ts";
import { openApiOf } from "./openapi.ts";
import type { inApiForm } from "./refusal.ts";
import { projects } from "./projects.ts";
import { responses } from "./responses.ts";
import { research } from "./research.ts";
import { reviews } from "./reviews.ts";
import { mount } from "./route.ts";
import { workflows } from "./workflows.ts";

export function v1(stet: Stet) {
  const routes = [
    ...chatCompletions(stet),
    ...contacts(stet),
    ...responses(stet),
    ...embeddings(stet),
    ...models(stet),
    ...projects(stet),
    ...playbookChecks(stet),
    ...drafts(stet),
    ...library(stet),
    ...research(stet),
    ...reviews(stet),
    ...workflows(stet),
  ];
  const uploads = files(stet);
  const document = JSON.stringify(openApiOf([...routes, ...uploads], publicApiUrl(stet.env)));
  const app = new Hono<ApiEnv>();
  app.get("/v1/openapi.json", (c) => c.body(document, 200, { "content-type": "application/json" }));
  for (const one of [...uploads, ...routes]) mount(app, one);
  app.all("/v1/*", () => {
    throw problem("not-found", "There is no such route. GET /v1/openapi.json lists them all.");
  });
  return app;
}

/**
 * Puts every error into the format that programs read there and records a usage row for every request with a key.
 * Registered before the door.
 */
export function programRefusals(stet: Stet, inForm: typeof inApiForm | typeof inRpcForm): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    let thrown: unknown;
    await next().catch((error: unknown) => (thrown = error));
    const refusal = thrown ?? (c.error === undefined ? undefined : c.error);
    if (refusal !== undefined) {
      const { status, body, headers } = await inForm(await answerError(stet)(refusal, c), c);
      // Created from the context, so that its rate limit headers are kept.
      c.res = c.newResponse(JSON.stringify(body), status as 400, Object.fromEntries(headers));
    }
    if (c.get("use")?.isStreaming !== true) recordUse(stet, c, c.res.status);
  };
}

/*
 * Stet as a server of the Model Context Protocol at /mcp: a client's model searches law and files, checks citations, reads
 * drafts and proposes changes to them. Streamable HTTP without sessions: any process answers any request, one message
 * each, with what the key may do at that moment. docs/decisions/2026-12-05-mcp-server.md
 */
import { Hono } from "hono";
import { mayUse } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "../edge.ts";
import type { ApiContext, ApiEnv } from "../context.ts";
import { citationTools } from "./citations.ts";
import { draftTools } from "./drafts.ts";
import { fileTools } from "./files.ts";
import { lacking } from "./lacking.ts";
import { lawTools } from "./law.ts";
import { messageIn } from "./rpc.ts";

const tools = [...lawTools, ...citationTools, ...fileTools, ...draftTools];

export function mcp(stet: Stet) {
  const answer = async (c: ApiContext) => {
    const me = personOf(c);
    const message = messageIn(c);
    if (message === null) throw problem("bad-request", "Send one message of JSON-RPC at a time.");
    const called = message.method === "tools/call" ? tools.find(({ name }) => name === message.params.name) : undefined;
    const use = c.get("use");
    if (use !== undefined) use.route = called === undefined ? "POST /mcp" : `POST /mcp ${called.name}`;
    if (called !== undefined && !mayUse(me, called.scope))
      throw withScope(called.scope, problem("not-allowed", lacking(called.scope)));
    // The official package is loaded when the first client asks.
    const { answerMessage } = await import("./serve.ts");
    return answerMessage(c, stet, { me, tools: tools.filter(({ scope }) => mayUse(me, scope)) });
  };
  const refuse = () => {
    throw problem("method-not-allowed", "There are no sessions and no streams: send each message with POST.");
  };
  return new Hono<ApiEnv>().post("/mcp", answer).get("/mcp", refuse).delete("/mcp", refuse);
}

/** RFC 6750. */
function withScope(scope: string, refusal: Response): Response {
  refusal.headers.set("www-authenticate", `Bearer realm="Stet", error="insufficient_scope", scope="${scope}"`);
  return refusal;
}

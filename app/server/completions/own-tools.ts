/*
 * The built-in editor works through tools. The API has no chat to run them, so they run here,
 * hidden, and only the answer is returned. The client's own tools are left for the client to run.
 */
import type { Actor } from "#core/workspace/policy.ts";
import { runTool } from "../chat/run-tool.ts";
import type { Log } from "../log.ts";
import type { Model, ModelEnd, ModelEvent, ModelMessage } from "../models/model.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { describeTools } from "../tools/index.ts";
import { noWeb } from "../web/web.ts";

const maxSteps = 8;

export function withOwnTools(model: Model, tools: readonly Tool[], { me, log }: { me: Actor; log: Log }): Model {
  const descriptions = describeTools(tools);
  return {
    async ask(request, onEvent, signal): Promise<ModelEnd> {
      const own = new Set(
        tools.map(({ name }) => name as string).filter((name) => request.tools.every((one) => one.name !== name)),
      );
      const law = { chosen: [], search: async () => [], missing: async () => [] };
      const context: ToolContext = {
        me,
        chatId: "",
        signal,
        law,
        web: noWeb,
        files: async () => [],
        fileSearch: { searchesProject: false, search: async () => ({ passages: [], unread: [] }) },
        cited: async () => [],
        editorSelection: null,
        nearestText: () => null,
        addSources: () => [],
      };
      const messages = [...request.messages];
      for (let step = 1; ; step++) {
        const ownTools = step < maxSteps ? descriptions.filter(({ name }) => own.has(name)) : [];
        const calls: Extract<ModelEvent, { kind: "tool-call" }>[] = [];
        const unseen = new Set<string>();
        const end = await model.ask({ ...request, messages, tools: [...request.tools, ...ownTools] }, read, signal);
        if (calls.length === 0 || end.reason !== "tool-calls") return end;
        const results = await Promise.all(
          calls.map(async (call) => ({ id: call.id, name: call.name, output: await runTool(tools, call, context, log) })),
        );
        if (signal.aborted) return { reason: "stop" };
        messages.push(calledIn(calls), { role: "tool", results });

        function read(event: ModelEvent): void {
          if (event.kind === "tool-input-start" && own.has(event.name)) unseen.add(event.id);
          if (!("id" in event) || !unseen.has(event.id)) onEvent(event);
          else if (event.kind === "tool-call") calls.push(event);
        }
      }
    },
  };
}

function calledIn(calls: readonly { id: string; name: string; input: unknown }[]): ModelMessage {
  return { role: "assistant", parts: calls.map(({ id, name, input }) => ({ type: "tool-call", id, name, input })) };
}

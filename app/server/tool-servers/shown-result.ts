/*
 * A tool server's result as it is stored, shown and given to a model: text, cut to a limit. Never in the form of a
 * refusal of Stet's own, which would be passed on without a fence (chat/history.ts).
 */
import type { CallToolResult } from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import { withoutInvisible } from "#core/text/invisible.ts";

export type ShownResult = { server: string; text: string; hasFailed?: true; notice?: string };

export function shownResult(server: string, result: CallToolResult): ShownResult {
  const parts = (result.content ?? []).map(textOf);
  const text = parts.filter((part) => part !== null).join("\n\n");
  const said = text === "" && result.structuredContent !== undefined ? JSON.stringify(result.structuredContent, null, 2) : text;
  const whole = withoutInvisible(said);
  const most = toolServerLimits.result;
  const left = parts.filter((part) => part === null).length;
  const notices = [
    whole.length > most ? "The result is long; this is its beginning." : null,
    left > 0 ? "Pictures, sound and other files in the result were left out." : null,
  ].filter((notice) => notice !== null);
  return {
    server,
    text: whole.length > most ? whole.slice(0, most) : whole,
    ...(result.isError === true && { hasFailed: true }),
    ...(notices.length > 0 && { notice: notices.join(" ") }),
  };
}

function textOf(part: CallToolResult["content"][number]): string | null {
  if (part.type === "text") return part.text;
  if (part.type === "resource_link") return `${part.title ?? part.name}: ${part.uri}`;
  if (part.type === "resource" && "text" in part.resource) return part.resource.text;
  return null;
}

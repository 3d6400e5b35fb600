/*
 * What a tool call's panel says. A stored call may be of an older version of its
 * tool, and its input is the model's, so anything unreadable is left out.
 */
import type { ToolInvocation } from "#core/chat/message.ts";
import { partsOfToolName } from "#core/tool-servers/tool-server.ts";
import { fieldsOf, wordsIn } from "./fields.ts";
import { presenterOf } from "./presenters.ts";
import type { ToolPart, ToolReport } from "./shown-report.ts";

export function reportOf({ toolName, state, args, result }: ToolInvocation): ToolReport {
  const presenter = presenterOf(toolName);
  const asked = state === "partial-call" ? {} : fieldsOf(args);
  const fields = fieldsOf(result);
  const base = { subject: subjectOf(asked), notices: [], parts: [] };
  if (state !== "result") return { ...base, outcome: "pending", title: presenter.doing(asked) };
  if (fields["cancelled"] === true) return { ...base, outcome: "cancelled", title: `${presenter.name} cancelled` };
  const error = wordsIn(fields["error"]).trim();
  if (error !== "") {
    const rest = error.length > firstSentence(error).length ? error : "";
    return { ...base, outcome: "failed", title: `Failed: ${firstSentence(error)}`, parts: textPart("What went wrong", rest) };
  }
  const shown = presenter.report(fields, asked, result);
  const parts = (shown.parts ?? []).filter(hasContent);
  return { outcome: "done", subject: base.subject, notices: [], ...shown, parts };
}

/** The name of the server; empty if none does. */
export function signInAskedBy({ toolName, state, result }: ToolInvocation): string {
  return state === "result" && partsOfToolName(toolName) !== null ? wordsIn(fieldsOf(result)["signIn"]) : "";
}

/** The most descriptive line of an input: its query, else its first short text. */
function subjectOf(args: Record<string, unknown>): string {
  const { query, topic, attachment, file } = args;
  const named = [query, topic, attachment, file].map(wordsIn).find((words) => words.trim() !== "");
  return (named ?? wordsIn(Object.values(args).find((value) => typeof value === "string"))).slice(0, 300);
}

function firstSentence(text: string): string {
  const end = text.search(/[.!?]\s/);
  return end < 0 ? text : text.slice(0, end + 1);
}

function textPart(label: string, text: string): ToolPart[] {
  return text === "" ? [] : [{ kind: "text", label, text }];
}

function hasContent(part: ToolPart): boolean {
  if (part.kind === "text" || part.kind === "markdown") return part.text.trim() !== "";
  const list = Object.values(part).find((value) => Array.isArray(value));
  return list !== undefined && list.length > 0;
}

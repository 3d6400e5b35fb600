/*
 * Law cited in an answer but missing from the stored law: a provision its act doesn't have, a
 * decision that isn't stored. Checked with or without a citation marker. Reports nothing if no law
 * is loaded.
 */
import { caseNumbersIn } from "#core/law/case-numbers.ts";
import type { MessagePart } from "#core/chat/message.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { parseReply } from "#core/chat/reply.ts";
import type { Source } from "#core/sources/source.ts";
import type { LawSearch } from "../knowledge/search-law.ts";

type Looked = {
  law: Pick<LawSearch, "loaded" | "missing" | "knowsAct">;
  parts: readonly MessagePart[];
  sources: readonly Source[];
};

/** Per answer; the rest of a longer list is ignored. */
const mostUnknown = 20;

export async function unknownAuthorities(me: Actor, { law, parts, sources }: Looked): Promise<Source[]> {
  const text = saidIn(parts);
  if (!/\d/.test(text)) return [];
  const jurisdictions = await law.loaded(me);
  if (jurisdictions.length === 0) return [];
  const missing = await law.missing(me, { question: text, jurisdictions, limit: mostUnknown });
  const reported = toolWords(parts);
  const provisions = missing
    .filter(({ provision }) => !reported.includes(provision))
    .map(({ provision, act }) => unknown("provision", provision, `${provision} ${act}`));
  const cases: Source[] = [];
  for (const { text: number } of caseNumbersIn(text)) {
    if (reported.includes(number) || sources.some((source) => speaksOf(source, number)) || (await law.knowsAct(me, number)))
      continue;
    cases.push(unknown("case", number, number));
  }
  const all = [...provisions, ...cases];
  return all.filter((one, at) => all.findIndex(({ id }) => id === one.id) === at).slice(0, mostUnknown);
}

function unknown(kind: "provision" | "case", name: string, displayName: string): Source {
  return { id: `unknown:${displayName}`, type: "edgar", name, displayName, unknown: kind };
}

/** The visible text, without reasoning. */
function saidIn(parts: readonly MessagePart[]): string {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  let said = text;
  for (const block of parseReply(text).toReversed())
    if (block.kind === "reasoning") said = said.slice(0, block.start) + said.slice(block.end);
  return said;
}

/** What a tool returned or reported missing doesn't need to be reported twice. */
function toolWords(parts: readonly MessagePart[]): string {
  const results = parts.flatMap((part) => (part.type === "tool-invocation" ? [part.toolInvocation] : []));
  return results.map((call) => (call.state === "result" ? JSON.stringify(call.result ?? null) : "")).join("\n");
}

function speaksOf({ name, displayName, content, metadata }: Source, number: string): boolean {
  return [name, displayName, content, JSON.stringify(metadata ?? null)].some((one) => one?.includes(number) === true);
}

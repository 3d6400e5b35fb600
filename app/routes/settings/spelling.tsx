/* The user's spell checker dictionary in the current workspace. */
import { data } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { getSpellingMemory } from "#server/data/drafts/spelling-memory.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { SpellingSettings } from "#ui/settings/spelling-settings.tsx";
import type { Route } from "./+types/spelling.ts";

export function meta() {
  return [{ title: "Spelling · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { words } = await getSpellingMemory(me, context.get(stetContext).db);
  return { words: words.toSorted((a, b) => a.localeCompare(b)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const word = text("word").trim();
  const isAdding = text("intent") === "add";
  const change = isAdding ? { added: [word] } : { removed: [word] };
  const answer = await askApi(request, context.get(apiContext), "/api/spelling", change);
  if (answer.ok) return { refusal: null, said: isAdding ? `“${word}” was added to your dictionary.` : `“${word}” was removed.` };
  return data(
    { refusal: { field: "word", sentence: "Enter a word of at most 100 characters." }, said: null },
    { status: answer.status },
  );
}

export default function Spelling({ loaderData, actionData }: Route.ComponentProps) {
  return <SpellingSettings {...loaderData} answered={actionData} />;
}

/*
 * The address of a chat that does not exist yet; chat-layout.tsx shows it. The
 * model to begin with comes along, so that a quick first message goes to it.
 */
import { actorContext, stetContext } from "#server/stet.ts";
import { knownDefaultModel } from "#ui/models/model-list.ts";
import type { Route } from "./+types/start.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  const defaultModel = me.kind === "person" ? await context.get(stetContext).models.defaultModel(me.plan) : null;
  return { defaultModel };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const defaultModel = knownDefaultModel();
  return defaultModel === null ? serverLoader() : { defaultModel };
}

export function meta() {
  return [{ title: "Stet" }];
}

export default function Start() {
  return null;
}

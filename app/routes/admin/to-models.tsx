/* /admin leads to its first page. */
import { href, redirect } from "react-router";
import { actorContext } from "#server/contexts.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import type { Route } from "./+types/to-models.ts";

export function loader({ context }: Route.LoaderArgs) {
  administrator(context.get(actorContext));
  throw redirect(href("/admin/models"));
}

/** A page rather than a bare redirect, so that visitors are sent to sign in as from every other page. */
export default function ToModels() {
  return null;
}

/* The front door: a person goes to the chat, a visitor to the sign-in page. */
import { href, redirect } from "react-router";
import { actorContext } from "#server/stet.ts";
import type { Route } from "./+types/home.ts";

export function loader({ context }: Route.LoaderArgs) {
  throw redirect(context.get(actorContext).kind === "person" ? href("/chat") : href("/auth/sign-in"));
}

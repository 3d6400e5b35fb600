/* Redirects an organization's bare address to its home. */
import { redirect } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";
import type { Route } from "./+types/to-home.ts";

export function loader({ params }: Route.LoaderArgs) {
  throw redirect(workspacePath(params.slug, "/home"));
}

/* An organization's address alone leads to its home. */
import { redirect } from "react-router";
import { placePath } from "#core/workspace/place.ts";
import type { Route } from "./+types/to-home.ts";

export function loader({ params }: Route.LoaderArgs) {
  throw redirect(placePath(params.slug, "/home"));
}

/* An address that leads nowhere. */
import { href, Link } from "react-router";
import { problem } from "#core/problem.ts";
import type { Route } from "./+types/not-found.ts";

export function loader() {
  throw problem("not-found");
}

export default function NotFound(_: Route.ComponentProps) {
  return (
    <main>
      <Link to={href("/")}>Stet</Link>
    </main>
  );
}

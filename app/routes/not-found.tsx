import { href, Link } from "react-router";
import { problem } from "#core/workspace/problem.ts";

export function loader() {
  throw problem("not-found");
}

export default function NotFound() {
  return (
    <main>
      <Link to={href("/")}>Stet</Link>
    </main>
  );
}

/* An address without a page in an organization: its frame shows the refusal. */
import { problem } from "#core/workspace/problem.ts";

export function loader() {
  throw problem("not-found");
}

export default function NotFound() {
  return null;
}

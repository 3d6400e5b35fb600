/* The pages a web search found, each marked as read in full or known only by an excerpt. */
import { hostOf } from "#core/sources/source.ts";
import { Favicon } from "../../sources/favicon.tsx";

export type WebResult = { title: string; url: string; notice?: string };

/** Null if the result is not a search result, or is in an older format. */
export function webResultsIn(result: unknown): WebResult[] | null {
  if (typeof result !== "object" || result === null || !("results" in result) || !Array.isArray(result.results)) return null;
  const pages = result.results.filter(isWebResult);
  return pages.length === 0 ? null : pages;
}

function isWebResult(value: unknown): value is WebResult {
  const { title, url } = (value ?? {}) as Record<string, unknown>;
  return typeof title === "string" && typeof url === "string" && hostOf(url) !== undefined;
}

export function WebResults({ results }: { results: readonly WebResult[] }) {
  return (
    <ul className="space-y-2.5">
      {results.map(({ title, url, notice }) => (
        <li key={url} className="flex gap-2.5">
          <span className="mt-0.5">
            <Favicon host={hostOf(url)} />
          </span>
          <span className="min-w-0 flex-1">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="font-medium text-ink underline-offset-2 touch-target hover:underline"
            >
              {title}
            </a>
            <span className="block truncate text-ink-faint">{hostOf(url)}</span>
            {notice !== undefined && <span className="mt-0.5 block text-ink-faint">{notice}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/* The pages that a search of the web brought, with what each is worth: read, or known by an excerpt only. */
import { hostOf } from "#core/sources/source.ts";
import { Favicon } from "../../sources/favicon.tsx";

export type WebResult = { title: string; url: string; notice?: string };

/** Null where the result is none of a search, or an earlier form of it. */
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

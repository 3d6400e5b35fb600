/* An introduction to the API: what it is, where it is, and the first request. */
import { ChevronRight } from "lucide-react";
import { href, Link } from "react-router";
import { scopeTitles, scopes } from "#core/account/api-key.ts";
import { CopyButton } from "../chat/copy-button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { CodeExamples } from "./code-dialog.tsx";
import { developerPages } from "./developer-pages.ts";

type GuideProps = {
  baseUrl: string;
  model: string;
  /** A guest can read but not send requests. */
  isGuest: boolean;
  isManager: boolean;
  requestsPerMinute: number;
};

const whatFor = {
  "/settings/organization/developers": "",
  "/playground": "Try a model and its parameters",
  "/api-keys": "Create, limit and revoke keys",
  "/webhooks": "Get notified when work ends, instead of polling",
  "/api-usage": "Requests and tokens by day, model and key",
} as const;

export function DeveloperGuide({ baseUrl, model, isGuest, isManager, requestsPerMinute }: GuideProps) {
  const place = useWorkspace();
  const others = isGuest ? [] : developerPages(isManager).filter(({ path }) => whatFor[path] !== "");
  return (
    <>
      <SettingsSection
        title="The API"
        lead="Your organization’s programs can use the same models as its members, and read and write its projects, drafts, files and reviews. Any client for OpenAI’s chat completions works: give it this base URL and a key."
      >
        <div className="flex items-center gap-2 rounded-lg border border-rule bg-desk py-1 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 font-mono break-all" aria-label="Base URL">
            {baseUrl}
          </code>
          <CopyButton
            label="Copy the address"
            content={() => ({ html: baseUrl, text: baseUrl })}
            success="Copied to clipboard!"
            failure="Failed to copy to clipboard"
            indicatorMs={2000}
          />
        </div>
        <ul className="mt-5">
          {others.map(({ path, label }) => (
            <li key={path} className="border-t border-rule">
              <Link to={place.path(path)} className="-mx-2 flex items-center gap-4 rounded-lg px-2 py-3.5 hover:bg-wash">
                <span className="w-28 shrink-0 font-medium">{label}</span>
                <span className="min-w-0 flex-1 text-ink-soft">{whatFor[path]}</span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
        </ul>
        {!isManager && <p className="mt-4 text-ink-soft">The organization’s owner and admins create keys.</p>}
      </SettingsSection>
      <SettingsSection title="Your first request">
        <CodeExamples
          baseUrl={baseUrl}
          request={{ model, messages: [{ role: "user", content: "Write a haiku about proofreading." }] }}
        />
      </SettingsSection>
      <SettingsSection
        title="Good to know"
        lead={
          <>
            Every route, with its parameters and responses, is in the{" "}
            <Link to={href("/docs/api")} className="text-blue underline underline-offset-2 hover:text-blue-strong">
              reference
            </Link>
            , and for generators in the{" "}
            <a href={`${baseUrl}/openapi.json`} className="text-blue underline underline-offset-2 hover:text-blue-strong">
              OpenAPI document
            </a>
            .
          </>
        }
      >
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_1fr]">
          <dt className="font-medium">Keys</dt>
          <dd className="text-ink-soft">
            Send them in the header <code className="font-mono text-xs">Authorization: Bearer stet_…</code>. Keys in an address are
            refused.
          </dd>
          <dt className="font-medium">Scopes</dt>
          <dd className="text-ink-soft">{scopes.map((scope) => `${scope} (${scopeTitles[scope].toLowerCase()})`).join(", ")}.</dd>
          <dt className="font-medium">Rate</dt>
          <dd className="text-ink-soft">
            {requestsPerMinute} requests a minute per key; every response says in{" "}
            <code className="font-mono text-xs">x-ratelimit-remaining-requests</code> how many are left.
          </dd>
          <dt className="font-medium">Models and tokens</dt>
          <dd className="text-ink-soft">As included in the organization’s plan.</dd>
        </dl>
      </SettingsSection>
    </>
  );
}

/* The organization's security events, with a link to export them. */
import { Download } from "lucide-react";
import { wordsOf, type SecurityEvent } from "#core/account/security-event.ts";
import { buttonClass } from "../kit/button.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { momentOf } from "./dates.ts";

type SecurityLogProps = { slug: string; events: SecurityEvent[]; next: string | null; isFirst: boolean };

export function SecurityLog({ slug, events, next, isFirst }: SecurityLogProps) {
  return (
    <SettingsSection
      title="Security log"
      lead="Who did what here in the last 13 months. For members, it also includes changes to their own accounts since they joined, without the location."
    >
      <a href={`/api/organization/log.csv?organization=${slug}`} download className={buttonClass("outline")}>
        <Download />
        Download as CSV
      </a>
      <ol className="mt-6">
        {events.map((event) => (
          <li key={event.id} className="border-t border-rule py-3">
            <LogLine event={event} />
          </li>
        ))}
      </ol>
      <PageLinks first={isFirst ? null : "?"} next={next && `?before=${next}`} />
    </SettingsSection>
  );
}

/** `nameless`: who did it, where no person did. */
export function LogLine({ event, nameless = "Unknown person" }: { event: SecurityEvent; nameless?: string }) {
  return (
    <>
      <p className="wrap-anywhere">
        <span className={event.result === "refused" ? "font-medium text-warn" : "font-medium"}>{wordsOf(event)}</span>
        {event.subject && <span className="text-ink-soft">: {event.subject}</span>}
      </p>
      <p className="mt-0.5 text-xs text-ink-faint wrap-anywhere">
        {event.name || nameless}
        {event.email && ` (${event.email})`}, <time dateTime={event.at}>{momentOf(event.at)}</time>
        {event.address && `, from ${event.address}`}
      </p>
    </>
  );
}

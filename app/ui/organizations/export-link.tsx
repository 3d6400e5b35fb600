/* Exports the organization's data. */
import { ExportGaps } from "../settings/export-gaps.tsx";
import { Download } from "lucide-react";
import { buttonClass } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

/** `gaps`: what the latest export is missing. */
export function ExportLink({ slug, gaps }: { slug: string; gaps: string | null }) {
  return (
    <SettingsSection
      title="Data export"
      lead="One ZIP archive of JSON and Markdown: members, invitations, the security log, and every project you can see with its drafts and chats. What others haven’t shared with you is counted, but not included."
    >
      {gaps !== null && <ExportGaps gaps={gaps} />}
      <a href={`/api/organization/export?organization=${slug}`} download className={buttonClass("outline")}>
        <Download />
        Download everything
      </a>
    </SettingsSection>
  );
}

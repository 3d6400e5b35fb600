/* The add-in's manifest, and how to install it in Word: for one user, or for everyone in the organization. */
import { CircleAlert, Download } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type WordSettingsProps = { isManager: boolean; isHttps: boolean; manifest: string };

export function WordSettings({ isManager, isHttps, manifest }: WordSettingsProps) {
  return (
    <>
      <SettingsSection
        title="Stet in Word"
        lead="The manifest tells Word where Stet is. The add-in's own pane, which reads and changes the document, is not there yet: until then it opens your chats, and what you copy goes between the two by hand."
      >
        {!isHttps && (
          <p className="mb-5 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Word loads add-ins over https only, and this Stet uses http. Ask your administrator to set STET_URL to an https address.
          </p>
        )}
        <a href="/word/manifest.xml" download="stet-manifest.xml" className={buttonClass("outline")}>
          <Download />
          Download the manifest
        </a>
        <p className="mt-3 font-mono text-xs text-ink-faint wrap-anywhere select-all">{manifest}</p>
      </SettingsSection>
      <SettingsSection title="In your own Word">
        <Steps>
          <li>Open Word on the web with any document, and choose Home, Add-ins, More add-ins.</li>
          <li>Choose My add-ins, then Upload my add-in, and the file you have downloaded.</li>
          <li>Stet is among the add-ins of that browser from then on.</li>
        </Steps>
      </SettingsSection>
      {isManager && (
        <SettingsSection title="For everyone" lead="With an administrator's account at Microsoft 365.">
          <Steps>
            <li>In the admin centre open Settings, Integrated apps, and choose Upload custom apps.</li>
            <li>Choose Office add-in, and give the address of the manifest above, or the file.</li>
            <li>Choose who gets it. It can take a day to appear in everyone's Word.</li>
          </Steps>
        </SettingsSection>
      )}
    </>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex list-decimal flex-col gap-2 pl-5 text-base marker:text-ink-faint">{children}</ol>;
}

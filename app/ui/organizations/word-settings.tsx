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
        lead="The manifest tells Word where to find Stet. For now the add-in opens your chats beside the document, and you copy text between the two; it can’t read or change the document yet."
      >
        {!isHttps && (
          <p className="mb-5 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Word loads add-ins over https only, and this Stet uses http. Ask your administrator to set STET_URL to an https address.
          </p>
        )}
        <a href="/word/manifest.xml" download="stet-manifest.xml" className={buttonClass("outline")}>
          <Download />
          Download manifest
        </a>
        <p className="mt-3 font-mono text-xs text-ink-faint wrap-anywhere select-all">{manifest}</p>
      </SettingsSection>
      <SettingsSection title="Just for you">
        <Steps>
          <li>Open Word on the web with any document, and choose Home, Add-ins, More add-ins.</li>
          <li>Choose My add-ins, then Upload my add-in, and select the downloaded file.</li>
          <li>Stet now appears among the add-ins in that browser.</li>
        </Steps>
      </SettingsSection>
      {isManager && (
        <SettingsSection title="For everyone" lead="You need a Microsoft 365 administrator account.">
          <Steps>
            <li>In the admin centre open Settings, Integrated apps, and choose Upload custom apps.</li>
            <li>Choose Office add-in, and enter the address of the manifest above or upload the file.</li>
            <li>Choose who gets it. It can take a day to appear in everyone’s Word.</li>
          </Steps>
        </SettingsSection>
      )}
    </>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex list-decimal flex-col gap-2 pl-5 text-base marker:text-ink-faint">{children}</ol>;
}

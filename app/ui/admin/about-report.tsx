/* What runs here. Of settings only the names. */
import type { About } from "#core/installation/about.ts";
import { momentOf } from "../organizations/dates.ts";
import { SettingsSection } from "../settings/settings-page.tsx";
import { FactList } from "./fact-list.tsx";

export function AboutReport({ version, schema, database, runtime, startedAt, address, settings }: About) {
  return (
    <>
      <SettingsSection title="About" lead="What to name when you report a problem.">
        <FactList
          facts={[
            ["Stet", version],
            ["Database", database],
            ["Schema", schema],
            ["Runs on", runtime],
            ["Running since", momentOf(startedAt)],
            ["Address", address],
          ]}
        />
      </SettingsSection>
      <SettingsSection
        title="Set by the environment"
        lead={settings.length === 0 ? "Nothing: everything is as it comes." : "Names only. README.md says what each does."}
      >
        {settings.length > 0 && (
          <ul aria-label="Set by the environment" className="flex flex-wrap gap-2">
            {settings.map((name) => (
              <li key={name} className="rounded-md bg-wash px-2 py-1 font-mono text-sm wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        )}
      </SettingsSection>
    </>
  );
}

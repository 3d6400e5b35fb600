/* What the installation holds, and its backups. */
import type { BackupSummary, Stored } from "#core/account/stored.ts";
import { fileSize } from "#core/sources/attachment.ts";
import { momentOf } from "../organizations/dates.ts";
import { FactList } from "./fact-list.tsx";
import { ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";

type StorageReportProps = {
  stored: Stored;
  engine: "embedded" | "postgres";
  inBucket: boolean;
  freeBytes: number;
  isLow: boolean;
  schedule: { hours: number; keep: number };
  /** Newest first; null if none are scheduled. */
  backups: BackupSummary[] | null;
};

const locale = "en";
const number = (value: number) => new Intl.NumberFormat(locale).format(value);
const many = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`;

export function StorageReport({ stored, engine, inBucket, freeBytes, isLow, schedule, backups }: StorageReportProps) {
  const { people, organizations, chats, drafts, files, fileBytes, databaseBytes } = stored;
  const rows = [
    ["Accounts", number(people)],
    ["Organizations", number(organizations)],
    ["Chats", number(chats)],
    ["Drafts", number(drafts)],
    [
      "Files",
      `${number(files)}${files === 0 ? "" : `, ${fileSize(fileBytes, locale)}`}${inBucket ? ", new ones in a bucket" : ""}`,
    ],
    ["Database", `${engine === "postgres" ? "PostgreSQL" : "embedded"}, ${fileSize(databaseBytes, locale)}`],
    ["Free on the data folder’s disk", fileSize(freeBytes, locale)],
  ] as const;
  return (
    <>
      {isLow && (
        <ErrorNotice>
          The disk is almost full, so nothing can be changed. Free up some space, and Stet will continue by itself.
        </ErrorNotice>
      )}
      <SettingsSection title="Stored" lead="Totals only: administrators can’t see anyone’s work.">
        <FactList facts={rows} />
      </SettingsSection>
      <SettingsSection title="Backups" lead={leadOf(backups, schedule)}>
        {backups !== null && backups.length > 0 && (
          <ol aria-label="Backups">
            {backups.map((backup) => (
              <li key={backup.name} className="border-t border-rule py-3">
                <p className="font-medium">
                  <time dateTime={backup.at}>{momentOf(backup.at)}</time>
                </p>
                <p className="mt-0.5 text-xs text-ink-faint">{contentsOf(backup)}</p>
                {backup.missing > 0 && (
                  <p className="mt-0.5 text-xs text-warn">
                    {many(backup.missing, "file")} could not be found in the storage and {backup.missing === 1 ? "is" : "are"}{" "}
                    missing.
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </SettingsSection>
    </>
  );
}

function contentsOf({ rows, files, isEncrypted }: BackupSummary): string {
  return `${many(rows, "row")}, ${many(files, "file")}, ${isEncrypted ? "encrypted" : "not encrypted"}`;
}

function leadOf(backups: StorageReportProps["backups"], { hours, keep }: StorageReportProps["schedule"]): string {
  if (backups === null) return "No backups are scheduled. Set BACKUP_FOLDER and restart Stet.";
  const every = hours === 24 ? "every day" : hours === 1 ? "every hour" : `every ${hours} hours`;
  const plan = `One is made ${every}, and the newest ${keep} are kept.`;
  return backups.length === 0 ? `${plan} The first one follows soon.` : plan;
}

/* What the installation holds. */
import type { Stored } from "#core/installation/stored.ts";
import { fileSize } from "#core/sources/attachment.ts";
import { FactList } from "./fact-list.tsx";
import { ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";

type StorageReportProps = {
  stored: Stored;
  engine: "embedded" | "postgres";
  inBucket: boolean;
  freeBytes: number;
  isLow: boolean;
};

const locale = "en";
const number = (value: number) => value.toLocaleString(locale);

export function StorageReport({ stored, engine, inBucket, freeBytes, isLow }: StorageReportProps) {
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
    </>
  );
}

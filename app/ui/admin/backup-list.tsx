/* The schedule of backups, each of them with whether it was checked, and making one now. */
import { Form, useNavigation } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { BackupJob, BackupReport, BackupSummary } from "#core/installation/stored.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Button } from "../kit/button.tsx";
import { counted } from "../law-shelf/shelf-words.ts";
import { momentOf } from "../organizations/dates.ts";
import { useFresh } from "../projects/use-fresh.ts";
import { SettingsSection } from "../settings/settings-page.tsx";
import { FactList } from "./fact-list.tsx";

export function BackupList({ report, refusal }: { report: BackupReport; refusal: AccountRefusal | null }) {
  useFresh(({ type }) => type === "jobs");
  const { folder, backups, jobs } = report;
  const isMaking = jobs.some(({ name, isFailed }) => name === null && !isFailed);
  return (
    <>
      <SettingsSection
        title="Schedule"
        lead={
          folder === null
            ? "No backups are scheduled. Set BACKUP_FOLDER and restart Stet."
            : "Set by BACKUP_FOLDER, BACKUP_HOURS, BACKUP_KEEP and BACKUP_PASSPHRASE in the environment."
        }
      >
        <FactList facts={factsOf(report)} />
        {folder !== null && (
          <div className="mt-5">
            {isMaking ? (
              <p role="status" className="text-ink-soft">
                A backup is being made, and checked afterwards. Everyone can work meanwhile.
              </p>
            ) : (
              <AuthForm submit="Back up now" variant="outline" isWide={false} refusal={refusal} />
            )}
          </div>
        )}
        {jobs.map((job) => job.isFailed && <FailedLine key={job.id} job={job} />)}
      </SettingsSection>
      {backups !== null && (
        <SettingsSection
          title="Backups"
          lead={
            backups.length === 0
              ? "The first one follows soon."
              : "Checking reads all of a backup and compares it with what was written."
          }
        >
          {backups.length > 0 && (
            <ol aria-label="Backups">
              {backups.map((backup) => (
                <BackupRow
                  key={backup.name}
                  backup={backup}
                  isChecking={jobs.some(({ name, isFailed }) => name === backup.name && !isFailed)}
                />
              ))}
            </ol>
          )}
        </SettingsSection>
      )}
    </>
  );
}

function factsOf({ folder, hours, keep, isEncrypted, isBeforeUpgrade, backups }: BackupReport) {
  const upgrade = isBeforeUpgrade ? "backed up first" : "not backed up first";
  if (folder === null) return [["Before an upgrade", upgrade]] as const;
  const newest = backups?.[0];
  const next = newest === undefined ? "soon" : momentOf(new Date(Date.parse(newest.at) + hours * 3_600_000).toISOString());
  return [
    ["Folder", folder],
    ["One is made", hours === 24 ? "every day" : hours === 1 ? "every hour" : `every ${hours} hours`],
    ["The next one", next],
    ["Kept", `the newest ${keep}`],
    ["Encrypted", isEncrypted ? "with a passphrase" : "no"],
    ["Before an upgrade", upgrade],
  ] as const;
}

function FailedLine({ job: { name, problem } }: { job: BackupJob }) {
  return (
    <p role="alert" className="mt-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger wrap-anywhere">
      {name === null ? "A backup could not be made" : `${name} could not be checked`}: {problem}
    </p>
  );
}

function BackupRow({ backup, isChecking }: { backup: BackupSummary; isChecking: boolean }) {
  const { name, at, rows, files, missing, isEncrypted, check } = backup;
  const navigation = useNavigation();
  return (
    <li className="flex items-start gap-4 border-t border-rule py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <time dateTime={at}>{momentOf(at)}</time>
        </p>
        <p className="mt-0.5 text-xs text-ink-faint">
          {counted(rows, "row")}, {counted(files, "file")}, {isEncrypted ? "encrypted" : "not encrypted"}
        </p>
        {missing > 0 && (
          <p className="mt-0.5 text-xs text-warn">
            {counted(missing, "file")} could not be found in the storage and {missing === 1 ? "is" : "are"} missing.
          </p>
        )}
        <p
          className={`mt-0.5 text-xs wrap-anywhere ${check === null ? "text-ink-faint" : check.problem === null ? "text-insert" : "text-danger"}`}
        >
          {check === null
            ? "Not checked"
            : check.problem === null
              ? `Checked: whole, ${momentOf(check.at)}`
              : `Checked ${momentOf(check.at)}: ${check.problem}`}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="name" value={name} />
        <Button
          type="submit"
          size="small"
          aria-label={`Check the backup of ${momentOf(at)}`}
          pending={isChecking || navigation.formData?.get("name") === name}
        >
          Check
        </Button>
      </Form>
    </li>
  );
}

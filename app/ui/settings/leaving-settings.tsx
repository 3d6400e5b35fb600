/* Exports the user's data and deletes the account. */
import { Link } from "react-router";
import { deletionGraceDays, deletionObstacle, type WhatGoes } from "#core/account/account-deletion.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ExportGaps } from "./export-gaps.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ProofField } from "./proof-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

type LeavingSettingsProps = {
  hasPassword: boolean;
  goes: WhatGoes;
  /** What the latest export is missing. */
  gaps: string | null;
  /** The address of the export, once it has been requested. */
  download: string | null;
  refusalOf: (intent: string) => AccountRefusal | null;
};

export function LeavingSettings({ hasPassword, goes, gaps, download, refusalOf }: LeavingSettingsProps) {
  const [exporting, deleting] = [refusalOf("export"), refusalOf("delete")];
  const obstacle = deletionObstacle(goes);
  const place = useWorkspace();
  return (
    <SettingsSection
      title="Export and delete"
      lead={
        <>
          To bring chats or documents here from other products, see{" "}
          <Link to={place.path("/settings/account/import")} className="underline">
            Import
          </Link>
          .
        </>
      }
    >
      <Disclosure summary="Export my data" open={exporting !== null || download !== null || gaps !== null}>
        <p className="mb-4 text-ink-soft">
          A ZIP with your chats, every earlier version included, your projects, drafts and attached files: as JSON for programs and
          as Markdown to read.
        </p>
        {gaps !== null && <ExportGaps gaps={gaps} />}
        {download === null ? (
          <AuthForm intent="export" submit="Prepare the file" variant="outline" isWide={false} refusal={exporting}>
            <ProofField hasPassword={hasPassword} refusal={exporting} />
          </AuthForm>
        ) : (
          <Download url={download} />
        )}
      </Disclosure>
      <Disclosure summary="Delete my account" open={deleting !== null}>
        {obstacle === null ? (
          <>
            <p className="mb-4 text-ink-soft">
              You’ll be signed out everywhere. After {deletionGraceDays} days everything is permanently deleted: {listOf(goes)}.
              Sign in before then to keep your account.
            </p>
            <AuthForm intent="delete" submit="Delete my account" variant="danger" isWide={false} refusal={deleting}>
              <ProofField hasPassword={hasPassword} refusal={deleting} />
            </AuthForm>
          </>
        ) : (
          <p className="text-ink-soft">{obstacle}</p>
        )}
      </Disclosure>
    </SettingsSection>
  );
}

function Download({ url }: { url: string }) {
  return (
    <p role="status" className="rounded-lg bg-insert-soft px-3 py-2.5 text-insert">
      Your file is ready.{" "}
      <a href={url} download className="font-medium underline">
        Download it
      </a>{" "}
      within five minutes; the link works once.
    </p>
  );
}

function listOf({ chats, projects, drafts, organizations }: WhatGoes): string {
  const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`]);
  const parts = [
    ...counted(chats, "chat"),
    ...counted(projects, "project"),
    ...counted(drafts, "draft"),
    ...organizations.map((name) => `the organization ${name}, where you’re the only member`),
    "your account itself",
  ];
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/* Removed members who can still be restored, with their data. */
import { Form, useNavigation } from "react-router";
import { mayChangeMember, roleNames, type RemovedMember } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import { Button } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { longDate } from "./dates.ts";
import type { RefusedForm } from "./member-list.tsx";

type RemovedListProps = { removed: RemovedMember[]; role: Role; refused: RefusedForm };

export function RemovedList({ removed, role, refused }: RemovedListProps) {
  const { formData } = useNavigation();
  return (
    <SettingsSection title="Removed members">
      <ul>
        {removed.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate text-base">{member.name}</p>
              <p className="text-xs text-ink-faint">
                {member.email}, {roleNames[member.role].toLowerCase()}.{projectsOf(member)} Can be restored until{" "}
                {longDate(member.until)}.
              </p>
            </div>
            {mayChangeMember(role, member.role) && (
              <Form method="post">
                <input type="hidden" name="id" value={member.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="restore"
                  size="small"
                  pending={formData?.get("intent") === "restore" && formData.get("id") === member.id}
                  aria-label={`Restore ${member.name}`}
                >
                  Restore
                </Button>
              </Form>
            )}
            {refused?.id === member.id && refused.refusal && (
              <p role="alert" className="w-full text-danger">
                {refused.refusal.sentence}
              </p>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function projectsOf({ projects, heir }: RemovedMember): string {
  if (projects === 0) return "";
  return ` ${projects === 1 ? "One project" : `${projects} projects`} went to ${heir ?? "someone who has since left"}.`;
}

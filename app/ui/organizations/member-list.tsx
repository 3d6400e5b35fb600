/* Those who belong to an organization. Whoever may change somebody's role or remove them opens the row. */
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { mayChangeMember, roleNames, type Member } from "#core/organization.ts";
import type { Role } from "#core/policy.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Avatar } from "../kit/avatar.tsx";
import { Button } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { Disclosure } from "./disclosure.tsx";
import { RoleField } from "./role-field.tsx";

export type RefusedForm = { intent: string; id: string; refusal: { sentence: string } | null } | undefined;

type MemberListProps = { members: Member[]; myId: string; role: Role; refused: RefusedForm };

export function MemberList({ members, myId, role, refused }: MemberListProps) {
  const lead = role === "guest" ? "As a guest you see only yourself here." : undefined;
  return (
    <SettingsSection title={members.length === 1 ? "One member" : `${members.length} members`} lead={lead}>
      <ul>
        {members.map((member) => {
          const row = <MemberRow member={member} isMe={member.id === myId} />;
          const isChangeable = member.id !== myId && mayChangeMember(role, member.role);
          return (
            <li key={`${member.id} ${member.role}`} className="border-t border-rule">
              {isChangeable ? (
                <ChangeableMember member={member} mine={role} refused={refused?.id === member.id ? refused : undefined}>
                  {row}
                </ChangeableMember>
              ) : (
                <div className="flex items-center gap-4 py-3">{row}</div>
              )}
            </li>
          );
        })}
      </ul>
    </SettingsSection>
  );
}

function MemberRow({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <>
      <Avatar name={member.name} image={member.image} size="medium" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base">
          {member.name}
          {isMe && <span className="ml-2 text-ink-faint">you</span>}
        </span>
        <span className="block truncate text-xs text-ink-faint">{member.email}</span>
      </span>
      <span className="shrink-0 text-ink-soft">{roleNames[member.role]}</span>
    </>
  );
}

type ChangeableProps = { member: Member; mine: Role; refused: RefusedForm; children: ReactNode };

function ChangeableMember({ member, mine, refused, children }: ChangeableProps) {
  const { formData } = useNavigation();
  const isRemoving = formData?.get("intent") === "remove" && formData.get("id") === member.id;
  return (
    <Disclosure row={children} open="Change" isOpen={refused !== undefined}>
      {refused?.refusal && (
        <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refused.refusal.sentence}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <div className="w-44">
          <AuthForm intent="role" submit="Save the role" variant="outline" isWide={false}>
            <input type="hidden" name="id" value={member.id} />
            <RoleField mine={mine} value={member.role} label={`Role of ${member.name}`} />
          </AuthForm>
        </div>
        <Form method="post" className="max-w-72">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="id" value={member.id} />
          <p className="mb-4 text-xs text-ink-faint text-pretty">
            Once removed, they are out at once. Their projects here go to the owner; their own chats stay theirs, out of sight.
          </p>
          <Button type="submit" variant="danger" pending={isRemoving}>
            Remove from the organization
          </Button>
        </Form>
      </div>
    </Disclosure>
  );
}

/* The members of an organization. Rows expand for those who may change roles or remove members. */
import { useId, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { mayChangeMember, removalLastsDays, roleNames, type Member, type MemberSignIn } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Avatar } from "../kit/avatar.tsx";
import { Button, buttonClass } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { Disclosure } from "./disclosure.tsx";
import { RoleField } from "./role-field.tsx";

export type RefusedForm = { intent: string; id: string; refusal: { sentence: string } | null } | undefined;

/** `signIns`: of every member, for those who manage the organization. */
type MemberListProps = { members: Member[]; signIns: MemberSignIn[]; myId: string; role: Role; refused: RefusedForm };

export function MemberList({ members, signIns, myId, role, refused }: MemberListProps) {
  const lead = role === "guest" ? "As a guest, you see only yourself here." : undefined;
  return (
    <SettingsSection title={members.length === 1 ? "One member" : `${members.length} members`} lead={lead}>
      <ul>
        {members.map((member) => {
          const row = <MemberRow member={member} signIn={signIns.find(({ id }) => id === member.id)} isMe={member.id === myId} />;
          const isChangeable = member.id !== myId && mayChangeMember(role, member.role);
          return (
            <li key={`${member.id} ${member.role}`} className="border-t border-rule">
              {isChangeable ? (
                <ChangeableMember
                  member={member}
                  heirs={members.filter(({ id, role: theirs }) => id !== member.id && theirs !== "guest")}
                  mine={role}
                  refused={refused?.id === member.id ? refused : undefined}
                >
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

type MemberRowProps = { member: Member; signIn: MemberSignIn | undefined; isMe: boolean };

function MemberRow({ member, signIn, isMe }: MemberRowProps) {
  return (
    <>
      <Avatar name={member.name} image={member.image} size="medium" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base">
          {member.name}
          {isMe && <span className="ml-2 text-ink-faint">you</span>}
        </span>
        <span className="block truncate text-xs text-ink-faint">{member.email}</span>
        {signIn && <SignInLine {...signIn} />}
      </span>
      <span className="shrink-0 text-ink-soft">{roleNames[member.role]}</span>
    </>
  );
}

function SignInLine({ hasTwoFactor, passkeys }: MemberSignIn) {
  const count = passkeys === 0 ? null : passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`;
  const Icon = hasTwoFactor ? ShieldCheck : ShieldOff;
  return (
    <span className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-soft">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {[hasTwoFactor ? "Two-factor on" : "Two-factor off", count].filter((one) => one !== null).join(" · ")}
    </span>
  );
}

type ChangeableProps = { member: Member; heirs: Member[]; mine: Role; refused: RefusedForm; children: ReactNode };

function ChangeableMember({ member, heirs, mine, refused, children }: ChangeableProps) {
  return (
    <Disclosure row={children} open="Change" isOpen={refused !== undefined}>
      {refused?.refusal && (
        <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refused.refusal.sentence}
        </p>
      )}
      <div className="w-44">
        <AuthForm intent="role" submit="Save role" variant="outline" isWide={false}>
          <input type="hidden" name="id" value={member.id} />
          <RoleField mine={mine} value={member.role} label={`Role of ${member.name}`} />
        </AuthForm>
      </div>
      <details className="mt-6" open={refused?.intent === "remove"}>
        <summary className={`${buttonClass("outline")} list-none [&::-webkit-details-marker]:hidden`}>
          Remove {member.name}…
        </summary>
        <RemoveForm member={member} heirs={heirs} />
      </details>
    </Disclosure>
  );
}

/** The form serves as confirmation: nothing happens until it is submitted, and removal can be undone. */
function RemoveForm({ member, heirs }: { member: Member; heirs: Member[] }) {
  const id = useId();
  const { formData } = useNavigation();
  const isRemoving = formData?.get("intent") === "remove" && formData.get("id") === member.id;
  return (
    <Form method="post" className="mt-4 max-w-100 rounded-lg border border-rule p-4">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="id" value={member.id} />
      <p className="font-medium">Remove {member.name} from the organization?</p>
      <p className="mt-1 mb-4 text-ink-soft text-pretty">
        They lose access immediately, and answers being written for them stop. You can restore them, with their projects, for{" "}
        {removalLastsDays} days.
      </p>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Transfer their projects to
      </label>
      <select
        id={id}
        name="heirId"
        defaultValue={heirs.find(({ role }) => role === "owner")?.id}
        className="mb-4 h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
      >
        {heirs.map((heir) => (
          <option key={heir.id} value={heir.id}>
            {heir.name} ({heir.email})
          </option>
        ))}
      </select>
      <Button type="submit" variant="danger" pending={isRemoving}>
        Remove {member.name}
      </Button>
    </Form>
  );
}

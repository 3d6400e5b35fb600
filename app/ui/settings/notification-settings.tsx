/* A switch for each kind of optional email, and a note about the others. */
import { useState } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { emailKinds, notificationsOf, wantsEmail, type EmailKind, type Notifications } from "#core/account/notifications.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Switch } from "../kit/switch.tsx";
import { DoneNotice, SettingsSection } from "./settings-page.tsx";

type NotificationSettingsProps = {
  email: string;
  notifications: Notifications;
  answered: { refusal: AccountRefusal | null } | undefined;
};

const words: Record<EmailKind, { label: string; hint: string }> = {
  "project-shared": { label: "A project is shared with me", hint: "With a link to it." },
  comment: {
    label: "Someone comments on my draft, replies to me or mentions me",
    hint: "With what they wrote, at most every 15 minutes per draft. Type “@” and a name to mention someone who can see the draft.",
  },
  invitation: { label: "I am invited to an organization", hint: "If you turn this off, you’ll still find them under Invitations." },
  acceptance: { label: "Someone accepts my invitation", hint: "To an organization that you manage." },
  "new-device": { label: "Someone signs in from a new device", hint: "With the time, place and device." },
};

export function NotificationSettings({ email, notifications, answered }: NotificationSettingsProps) {
  const [chosen, setChosen] = useState(notifications);
  const set = (kind: EmailKind, isWanted: boolean) =>
    setChosen(notificationsOf(emailKinds.filter((one) => (one === kind ? isWanted : wantsEmail(chosen, one)))));
  return (
    <>
      {answered?.refusal === null && <DoneNotice>Saved.</DoneNotice>}
      <SettingsSection title="Optional emails" lead={`Sent to ${email}.`}>
        <AuthForm submit="Save" isWide={false} refusal={answered?.refusal}>
          <div className="-mt-2 flex flex-col">
            {emailKinds.map((kind) => (
              <div key={kind} className="border-b border-rule py-2.5">
                <Switch name={kind} {...words[kind]} checked={wantsEmail(chosen, kind)} onChange={(isOn) => set(kind, isOn)} />
              </div>
            ))}
          </div>
        </AuthForm>
      </SettingsSection>
      <SettingsSection
        title="Required emails"
        lead="When your password, address, two-factor authentication or passkeys change, when a recovery code is used, and when your account is scheduled for deletion. These can’t be turned off, because an intruder would do that first."
      />
    </>
  );
}

/* The name, and the email address with its status. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { buttonClass } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";
import type { Writes } from "#core/account/profile.ts";
import { AvatarSettings } from "./avatar-settings.tsx";
import { WritesFields } from "./writes-fields.tsx";
import { DoneNotice, SettingsSection } from "./settings-page.tsx";

type ProfileSettingsProps = {
  account: { name: string; email: string; isVerified: boolean; image: string | null; writes: Writes };
  answered: { intent: string; refusal: AccountRefusal | null } | undefined;
};

export function ProfileSettings({ account, answered }: ProfileSettingsProps) {
  const of = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  return (
    <>
      {answered?.refusal === null && <DoneNotice>{done[answered.intent]}</DoneNotice>}
      <SettingsSection title="Picture" lead="Visible to people you work with.">
        <AvatarSettings name={account.name} image={account.image} />
      </SettingsSection>
      <SettingsSection title="Name" lead="What Stet calls you, and what others see when you share something.">
        <AuthForm intent="name" submit="Save" isWide={false} refusal={of("name")}>
          <TextField
            label="Name"
            hideLabel
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            defaultValue={account.name}
            error={errorAt(of("name"), "name")}
          />
        </AuthForm>
      </SettingsSection>
      <SettingsSection title="Writing" lead="Sent to the model with every question, so that answers fit you.">
        <AuthForm intent="writes" submit="Save" variant="outline" isWide={false} refusal={of("writes")}>
          <WritesFields writes={account.writes} />
        </AuthForm>
      </SettingsSection>
      <SettingsSection title="Email">
        <p className="text-base wrap-anywhere">{account.email}</p>
        <p
          className={`mt-1.5 flex items-start gap-1.5 [&_svg]:mt-0.5 [&_svg]:shrink-0 ${account.isVerified ? "text-insert" : "text-warn"}`}
        >
          {account.isVerified ? <CircleCheck className="size-4" /> : <CircleAlert className="size-4" />}
          {account.isVerified ? "Verified" : "Not verified yet: others can't invite you or share with you by email."}
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-3 [&_button]:mt-0">
          {!account.isVerified && (
            <AuthForm intent="verify" submit="Send the email again" variant="outline" isWide={false} refusal={of("verify")} />
          )}
          <Link to="/auth/change-email/request" className={buttonClass("outline")}>
            Change address
          </Link>
        </div>
      </SettingsSection>
    </>
  );
}

const done: Record<string, string> = {
  name: "Name saved.",
  writes: "Saved.",
  verify: "We’ve sent you a link. Check your spam folder too.",
};

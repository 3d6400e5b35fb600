/* Whether everyone in the organization must use two-factor authentication. */
import { Link } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { signInSettings } from "#core/workspace/organization.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { buttonClass } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type TwoFactorPolicyProps = {
  name: string;
  slug: string;
  isRequired: boolean;
  members: number;
  /** How many of them don't use it. */
  without: number;
  /** Whether the reader uses it. */
  isMine: boolean;
  refusal: AccountRefusal | null;
};

export function TwoFactorPolicy({ name, slug, isRequired, members, without, isMine, refusal }: TwoFactorPolicyProps) {
  if (isRequired)
    return (
      <SettingsSection title="Two-factor authentication" lead={`Required for everyone in ${name}, including guests.`}>
        <p className="mb-5 text-ink-soft text-pretty">
          {missing(members, without)} {without > 0 && `They can’t open ${name} until they turn it on.`} API keys stop working while
          the person who created them doesn’t use it.
        </p>
        <AuthForm intent="two-factor-off" submit="Make optional" variant="outline" isWide={false} refusal={refusal} />
      </SettingsSection>
    );
  return (
    <SettingsSection
      title="Two-factor authentication"
      lead="Optional. If you require it, members must enter a code from an authenticator app when they sign in."
    >
      <p className="mb-5 text-ink-soft text-pretty">
        {missing(members, without)}{" "}
        {without > (isMine ? 0 : 1) && (
          <>
            When you require it, they can’t open {name} until they turn it on. Their work there stays as it is, and they get an
            email with what to do.
          </>
        )}
      </p>
      {isMine ? (
        <AuthForm intent="two-factor-on" submit="Require for everyone" isWide={false} refusal={refusal} />
      ) : (
        <>
          <p className="mb-4 text-pretty">To require it, turn it on for your own account first.</p>
          <Link to={signInSettings(slug)} className={buttonClass("outline")}>
            Set up two-factor authentication
          </Link>
        </>
      )}
    </SettingsSection>
  );
}

function missing(members: number, without: number): string {
  if (without === 0) return members === 1 ? "You use it already." : `All ${members} members use it already.`;
  if (members === 1) return "You don’t use it yet.";
  return `${without} of ${members} members ${without === 1 ? "doesn’t" : "don’t"} use it yet.`;
}

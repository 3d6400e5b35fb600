/* How email is sent, and a test of it. The settings are the environment's, so nothing here changes them. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { EmailSetup, MailServerSetup } from "#core/installation/email-setup.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { DoneNotice, SettingsSection } from "../settings/settings-page.tsx";
import { FactList } from "./fact-list.tsx";

type EmailReportProps = {
  setup: EmailSetup;
  address: string;
  answered: { said: string | null; refusal: AccountRefusal | null } | undefined;
};

export function EmailReport({ setup, address, answered }: EmailReportProps) {
  const { server, from, linkSeconds, waiting, tried } = setup;
  const queue = tried === 0 ? String(waiting) : `${waiting}, of which ${tried} were tried already`;
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      <SettingsSection
        title="Email"
        lead={
          server === null
            ? "No mail server is set up: emails are written to outbox/ in the data folder. Set SMTP_URL and restart Stet. Addresses are then verified before the first sign-in."
            : "Set by SMTP_URL, MAIL_FROM and MAIL_LINK_SECONDS in the environment. The password isn’t shown anywhere."
        }
      >
        <FactList
          facts={[
            ...(server === null ? [] : factsOf(server)),
            ["Sender", from],
            ["Links in emails work for", duration(linkSeconds)],
            ["Waiting to be sent", queue],
          ]}
        />
      </SettingsSection>
      <SettingsSection
        title="Test"
        lead={`Sends an email to your own address, ${address}, and says what the mail server answered.`}
      >
        <AuthForm submit="Send a test email" variant="outline" isWide={false} refusal={answered?.refusal} />
      </SettingsSection>
    </>
  );
}

function factsOf({ host, port, isEncrypted, user, hasPassword }: MailServerSetup) {
  return [
    ["Mail server", `${host}, port ${port}`],
    ["Encryption", isEncrypted ? "from the start (TLS)" : "if the server offers it (STARTTLS)"],
    ["User", user === null ? "none" : `${user}, ${hasPassword ? "with a password" : "without a password"}`],
  ] as const;
}

function duration(seconds: number): string {
  const [value, unit] =
    seconds % 3600 === 0 ? [seconds / 3600, "hour"] : seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(value);
}

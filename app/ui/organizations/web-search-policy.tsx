/* Whether the web may be searched in the organization. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type WebSearchPolicyProps = { name: string; isOn: boolean; isSetUp: boolean; refusal: AccountRefusal | null };

export function WebSearchPolicy({ name, isOn, isSetUp, refusal }: WebSearchPolicyProps) {
  const state = isOn
    ? `On. Models can search the web in ${name}; what they search for goes to the search service.`
    : `Off. Nothing is searched in ${name}, and models aren’t offered the tool.`;
  return (
    <SettingsSection title="Web search" lead={state}>
      {!isSetUp && <p className="mb-5 text-ink-soft">Web search isn’t set up on this server, so nothing is searched either way.</p>}
      {isOn ? (
        <AuthForm intent="web-off" submit="Turn off web search" variant="outline" isWide={false} refusal={refusal} />
      ) : (
        <AuthForm intent="web-on" submit="Turn on web search" variant="outline" isWide={false} refusal={refusal} />
      )}
    </SettingsSection>
  );
}

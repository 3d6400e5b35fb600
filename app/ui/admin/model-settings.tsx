/* The Models page of an administrator. What the environment sets is shown and locked. */
import { useEffect } from "react";
import { knownProviders, type ModelSetup } from "#core/models/connection.ts";
import { modelGroups } from "#core/models/model-groups.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SelectField } from "../developers/select-field.tsx";
import { Disclosure } from "../settings/disclosure.tsx";
import { forgetModels } from "../models/model-list.ts";
import { DoneNotice, ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";
import { ConnectionRow } from "./connection-row.tsx";
import { FoundServers } from "./found-servers.tsx";
import { KeyField, ProviderForm, ServerForm } from "./connect-forms.tsx";
import type { Answered } from "./connection-row.tsx";

type ModelSettingsProps = { setup: ModelSetup; answered: Answered | undefined };

export function ModelSettings({ setup, answered }: ModelSettingsProps) {
  const { connections, found, usable } = setup;
  // The chat's own list, which it loads once per window.
  useEffect(forgetModels, [setup]);
  const refusalOf = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  const isShown = (id: string | null) => id !== null && connections.some((one) => one.id === id);
  const isAtRow = isShown(answered?.id ?? null) || isShown(answered?.intent.split(" ")[1] ?? null);
  return (
    <>
      {answered?.said && !isAtRow && answered.intent !== "default" && <DoneNotice>{answered.said}</DoneNotice>}
      {answered?.refusal && answered.intent.startsWith("use ") && <ErrorNotice>{answered.refusal.sentence}</ErrorNotice>}
      {found.length > 0 && <FoundServers found={found} />}
      <SettingsSection
        title="Connected"
        lead={
          connections.length === 0
            ? "No model is connected yet. Until then, the built-in editor works by rules: it checks texts and sets them up, but doesn’t write them."
            : "Everyone on this installation can use these if their plan allows it. Changes take effect immediately."
        }
      >
        {connections.length > 0 && (
          <ul aria-label="Connected">
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id ?? connection.setting}
                connection={connection}
                answered={answered !== undefined && isAbout(answered, connection.id) ? answered : undefined}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      <SettingsSection
        title="Connect a model"
        lead="Keys are tested, then stored encrypted. They are never shown again, and only ever sent to their provider."
      >
        {knownProviders
          .filter(({ provider }) => !connections.some((one) => one.provider === provider))
          .map(({ provider, name }) => {
            const refusal = refusalOf(`connect ${provider}`);
            return (
              <Disclosure key={provider} open={refusal !== null} summary={name}>
                <ProviderForm intent={`connect ${provider}`} provider={provider} submit={`Connect ${name}`} refusal={refusal}>
                  <KeyField label={`${name} key`} />
                </ProviderForm>
              </Disclosure>
            );
          })}
        <Disclosure
          key={answered?.intent === "connect compatible" ? answered.id : ""}
          open={refusalOf("connect compatible") !== null}
          summary="Another server: Ollama, LM Studio, vLLM, OpenRouter, or any OpenAI-compatible address"
        >
          <ServerForm refusal={refusalOf("connect compatible")} />
        </Disclosure>
      </SettingsSection>
      {usable.length > 0 && <DefaultModel setup={setup} answered={answered?.intent === "default" ? answered : undefined} />}
    </>
  );
}

function isAbout({ id, intent }: Answered, connection: string | null): boolean {
  return connection !== null && (id === connection || intent.split(" ")[1] === connection);
}

function DefaultModel({ setup: { defaultModel, usable }, answered }: ModelSettingsProps) {
  const isMissing = defaultModel !== null && !usable.some(({ id }) => id === defaultModel);
  return (
    <SettingsSection
      title="Default model"
      lead="New chats start with it, and everyone can choose another. If someone’s plan doesn’t include it, Stet picks one that it does."
    >
      <AuthForm intent="default" submit="Save" variant="outline" isWide={false} refusal={answered?.refusal}>
        <SelectField label="Model" name="model" defaultValue={defaultModel ?? ""} className="max-w-80">
          <option value="">Let Stet choose</option>
          {isMissing && <option value={defaultModel}>{defaultModel.replace(/^local:/, "")} (not available now)</option>}
          {modelGroups.map((group) => {
            const members = usable.filter((model) => model.group === group);
            if (members.length === 0) return null;
            return (
              <optgroup key={group} label={group}>
                {members.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </SelectField>
      </AuthForm>
      {answered?.said && (
        <p role="status" className="mt-3 text-insert">
          {answered.said}
        </p>
      )}
    </SettingsSection>
  );
}

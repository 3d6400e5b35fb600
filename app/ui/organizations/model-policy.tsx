/* Which models may be used in the organization. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

export type PolicyModel = { id: string; name: string; group: string; available: boolean };
type ModelPolicyProps = { models: PolicyModel[]; allowed: readonly string[] | null; refusal: AccountRefusal | null };

export function ModelPolicy({ models, allowed, refusal }: ModelPolicyProps) {
  return (
    <SettingsSection
      title="Models"
      lead="What members, and the organization’s API keys, can choose from. The built-in editor is always available: what it reads stays on this server."
    >
      <AuthForm intent="models" submit="Save models" isWide={false} refusal={refusal}>
        <fieldset className="group/which flex flex-col">
          <legend className="sr-only">Which models</legend>
          <Which value="all" label="All models" hint="Including models that are connected later." isChosen={allowed === null} />
          <Which
            value="some"
            label="Only these"
            hint="Models that are connected later have to be added here."
            isChosen={allowed !== null}
          />
          <ModelBoxes models={models} allowed={allowed ?? []} />
        </fieldset>
      </AuthForm>
    </SettingsSection>
  );
}

type WhichProps = { value: string; label: string; hint: string; isChosen: boolean };

function Which({ value, label, hint, isChosen }: WhichProps) {
  return (
    <label className="flex min-h-9 items-start gap-2.5 py-1.5 pointer-coarse:min-h-11">
      <input type="radio" name="which" value={value} defaultChecked={isChosen} className="mt-0.5 size-4 shrink-0 accent-blue" />
      <span>
        {label}
        <span className="block text-xs text-ink-faint">{hint}</span>
      </span>
    </label>
  );
}

function ModelBoxes({ models, allowed }: { models: PolicyModel[]; allowed: readonly string[] }) {
  const shown = "mt-2 hidden border-l border-rule pl-4 group-has-[[value=some]:checked]/which:flex";
  if (models.length === 0)
    return <p className={`${shown} text-ink-soft`}>No model is connected yet besides the built-in editor.</p>;
  const groups = [...Map.groupBy(models, ({ group }) => group)];
  return (
    <div className={`${shown} flex-col gap-5`}>
      {groups.map(([group, members]) => (
        <fieldset key={group}>
          <legend className="group-label mb-1">{group}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {members.map(({ id, name, available }) => (
              <label key={id} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  name="model"
                  value={id}
                  defaultChecked={allowed.includes(id)}
                  className="size-4 shrink-0 accent-blue"
                />
                <span className="min-w-0 wrap-anywhere">
                  {name}
                  {!available && <span className="text-ink-faint"> (not connected)</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

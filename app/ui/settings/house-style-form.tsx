/* The house-style rules, as a plain form. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { citationsMax, rulesMax, writeTerms, type HouseStyle } from "#core/style/house-style.ts";
import type { StyleOwner } from "#core/style/writing-style.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { SettingsSection } from "./settings-page.tsx";
import { TextArea } from "../kit/text-area.tsx";

type HouseStyleFormProps = { house: HouseStyle; refusal: AccountRefusal | null; of: StyleOwner };

const leads: Record<StyleOwner, string> = {
  person:
    "Models are asked to keep to it, and your drafts are checked against it. Your organization’s house style takes precedence.",
  organization: "Models are asked to keep to it, and members’ drafts are checked against it.",
};

export function HouseStyleForm({ house, refusal, of }: HouseStyleFormProps) {
  const { spelling, address, terms, citations, rules } = house;
  return (
    <SettingsSection title="House style" lead={leads[of]}>
      <AuthForm intent="house" submit="Save house style" isWide={false} refusal={refusal}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            name="spelling"
            label="English spelling"
            value={spelling}
            options={[
              ["British", "British"],
              ["American", "American"],
            ]}
          />
          <Choice
            name="address"
            label="Form of address"
            value={address}
            options={[
              ["formal", "Formal (Sie, u, vous, ni)"],
              ["informal", "Informal (du, je, tu)"],
            ]}
          />
        </div>
        <TextArea
          name="terms"
          label="Terms"
          rows={5}
          defaultValue={writeTerms(terms)}
          placeholder={"e-mail → email\nend user → reader"}
          hint="One per line: avoid → use. Leave out the arrow to flag a term without a replacement."
        />
        <TextField
          name="citations"
          label="Citation form"
          maxLength={citationsMax}
          defaultValue={citations}
          hint="Example: [2020] UKSC 5 at [12]"
        />
        <TextArea name="rules" label="Other rules" rows={3} maxLength={rulesMax} defaultValue={rules} />
      </AuthForm>
    </SettingsSection>
  );
}

type ChoiceProps = { name: string; label: string; value: string | null; options: readonly (readonly [string, string])[] };

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="block min-w-0">
      <span className="mb-1.5 block font-medium">{label}</span>
      <select
        name={name}
        defaultValue={value ?? ""}
        className="h-10 w-full min-w-0 rounded-lg border border-rule-strong bg-paper px-3 pointer-coarse:h-11"
      >
        <option value="">Not set</option>
        {options.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/* Below the text: the draft's language, whether its spelling and grammar are checked, and what typed quotes become. */
import { SpellCheck } from "lucide-react";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../kit/menu.tsx";
import { draftLanguages, languageNames, type DraftLanguage } from "./draft-language.ts";
import { setChecksProse } from "../prose/prose-memory.ts";
import { changeView, useViewChoices } from "./draft-view.ts";

type LanguageMenuProps = {
  chosen: DraftLanguage | null;
  detected: DraftLanguage | null;
  isOn: boolean;
  onChoose: (language: DraftLanguage | null) => void;
};

export function LanguageMenu({ chosen, detected, isOn, onChoose }: LanguageMenuProps) {
  const { isStraight } = useViewChoices();
  const language = chosen ?? detected;
  const name = language ? languageNames[language] : "Language";
  const isChecked = isOn && language?.startsWith("en") === true;
  const automatic = detected ? `Automatic: ${languageNames[detected]}` : "Automatic";
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`Language and spelling: ${name}${isChecked ? ", checked" : ""}`}
          className="flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-soft touch-target hover:text-ink"
        >
          {isChecked && <SpellCheck className="size-3.5" aria-hidden="true" />}
          {name}
        </button>
      }
    >
      <MenuChoices
        label="Language of the draft"
        value={chosen ?? "auto"}
        onChange={(value) => onChoose(value === "auto" ? null : value)}
        options={[
          { value: "auto" as const, label: automatic },
          ...draftLanguages.map((value) => ({ value, label: languageNames[value] })),
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<SpellCheck />} onSelect={() => setChecksProse(!isOn)}>
        {isOn ? "Stop checking spelling and grammar" : "Check spelling and grammar"}
      </MenuItem>
      <MenuSeparator />
      <MenuChoices
        label="Quotes and dashes, as you type"
        value={isStraight ? "straight" : "typographic"}
        onChange={(value: "straight" | "typographic") => changeView({ isStraight: value === "straight" })}
        options={[
          { value: "typographic", label: "Quotes and dashes by language" },
          { value: "straight", label: "Quotes and dashes as typed" },
        ]}
      />
    </Menu>
  );
}

/* The personal dictionary: words can be removed and added. */
import { X } from "lucide-react";
import { Form } from "react-router";
import { AuthForm } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { DoneNotice, SettingsSection } from "./settings-page.tsx";

type SpellingSettingsProps = {
  words: readonly string[];
  answered: { refusal: { field: string; sentence: string } | null; said: string | null } | undefined;
};

export function SpellingSettings({ words, answered }: SpellingSettingsProps) {
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      <SettingsSection
        title="Your dictionary"
        lead={
          words.length === 0
            ? "No words yet. “Add to dictionary” beside a word in a draft puts it here, on all your devices."
            : "The spell checker accepts these words in the drafts of this workspace, on all your devices."
        }
      >
        {words.length > 0 && (
          <ul aria-label="Words" className="flex flex-wrap gap-2">
            {words.map((word) => (
              <Word key={word} word={word} />
            ))}
          </ul>
        )}
      </SettingsSection>
      <SettingsSection title="Add a word">
        <NewWord key={answered?.said} refusal={answered?.refusal?.sentence} />
      </SettingsSection>
    </>
  );
}

function Word({ word }: { word: string }) {
  return (
    <li className="flex max-w-full items-center rounded-lg border border-rule pl-3">
      <span className="truncate">{word}</span>
      <Form method="post" className="shrink-0">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="word" value={word} />
        <button
          type="submit"
          aria-label={`Remove ${word}`}
          className="grid size-8 place-items-center rounded-lg text-ink-faint touch-target hover:text-danger"
        >
          <X aria-hidden className="size-4" />
        </button>
      </Form>
    </li>
  );
}

function NewWord({ refusal }: { refusal: string | undefined }) {
  return (
    <AuthForm intent="add" submit="Add" isWide={false}>
      <TextField name="word" label="Word" maxLength={100} autoComplete="off" error={refusal} />
    </AuthForm>
  );
}

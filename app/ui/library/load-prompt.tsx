/* Finds a prompt and fills it in for the composer, or saves the composer’s text as one. */
import { BookmarkPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { nameOf, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { templateLimits } from "#core/templates/template.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { Switch } from "../kit/switch.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { LibrarySearch } from "./library-search.tsx";
import { PromptForm } from "./prompt-form.tsx";
import { bringAlong, getPrompt, savePrompt } from "./prompts.ts";
import { useWorkspace } from "../shell/use-place.ts";

/** `current`: what the composer holds. */
export function Prompts({ current, onLoad }: { current: string; onLoad: (text: string) => void }) {
  const place = useWorkspace();
  const [filled, setFilled] = useState<LibraryPrompt | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const complain = (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    void bringAlong(place.slug !== null)
      .catch(complain)
      .finally(() => setReady(true));
  }, [place.slug]);
  async function choose(id: string) {
    const prompt = await getPrompt(id);
    if (prompt?.fields.length === 0) onLoad(prompt.body);
    else setFilled(prompt);
  }
  if (!isReady) return <Spinner label="Loading prompts" className="mx-auto my-8" />;
  if (filled !== null) return <PromptForm prompt={filled} onBack={() => setFilled(null)} onTake={onLoad} />;
  if (isSaving) return <SaveForm text={current} onDone={() => setSaving(false)} />;
  return (
    <>
      <LibrarySearch shelves={["prompts"]} onChoose={(id) => void choose(id)} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
        <Button size="small" disabled={current === ""} onClick={() => setSaving(true)}>
          <BookmarkPlus /> Save the current text
        </Button>
        <Link to={place.path("/library?shelf=prompts")} className="text-blue underline-offset-4 touch-target hover:underline">
          All prompts in the library
        </Link>
      </div>
    </>
  );
}

function SaveForm({ text, onDone }: { text: string; onDone: () => void }) {
  const place = useWorkspace();
  const isShareable = place.slug !== null;
  const [name, setName] = useState(nameOf(text));
  const [isShared, setShared] = useState(false);
  const [isSaving, setSaving] = useState(false);
  async function save() {
    setSaving(true);
    try {
      const id = await savePrompt(text, { name: name.trim(), isPrivate: isShareable && !isShared });
      const undo = () => void ask(`/api/library/templates/${id}`, { method: "DELETE" }).catch(complain);
      showToast({ kind: "success", text: "Prompt saved", action: { label: "Undo", run: undo } });
      onDone();
    } catch (error) {
      complain(error);
      setSaving(false);
    }
  }
  function submit(): boolean {
    if (name.trim() !== "") void save();
    return true;
  }
  return (
    <DialogForm
      title="Save the current text"
      back="Other prompts"
      onBack={onDone}
      focusOn="input"
      action="Save prompt"
      isWorking={isSaving}
      isDisabled={name.trim() === ""}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={templateLimits.name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p className="mt-3 line-clamp-6 rounded-lg bg-desk p-3 font-serif whitespace-pre-wrap wrap-anywhere" dir="auto">
        {text}
      </p>
      <p className="mt-2 text-xs text-ink-faint text-pretty">
        What you write in two braces, such as {"{{client}}"}, is asked each time the prompt is used.
      </p>
      {isShareable && (
        <div className="mt-4">
          <Switch label="Share it with the organization" checked={isShared} onChange={setShared} />
        </div>
      )}
    </DialogForm>
  );
}

function complain(error: unknown): void {
  showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
}

/* Adds a sample: pasted, read from a file, or taken from a draft. A plain form, so that it works without script. */
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { fewestSampleWords, type StyleAnswered } from "#core/style/writing-style.ts";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/text-area.tsx";

type NewStyleSampleProps = {
  drafts: readonly { id: string; name: string }[];
  answered: StyleAnswered | undefined;
};

export function NewStyleSample({ drafts, answered }: NewStyleSampleProps) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = answered?.refusal ?? null;
  useEffect(() => {
    if (answered?.refusal === null) form.current?.reset();
  }, [answered]);
  const navigation = useNavigation();
  const isPending = navigation.formMethod === "POST" && navigation.formData?.get("intent") === "sample";
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      aria-label="Add a sample"
      onSubmit={(event) => isPending && event.preventDefault()}
    >
      <input type="hidden" name="intent" value="sample" />
      <div className="flex flex-col gap-4">
        {refusal !== null && !isPending && (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
            {refusal.sentence}
          </p>
        )}
        <TextArea
          name="text"
          label="Paste text"
          rows={6}
          defaultValue={answered?.text}
          hint={`At least ${fewestSampleWords} words. English, Swedish, German, Dutch or French.`}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <label className="block min-w-0">
            <span className="mb-1.5 block font-medium">Or choose a file</span>
            <input
              type="file"
              name="file"
              accept=".pdf,.docx,.doc,.odt,.rtf,.txt,.md,.html"
              className="block h-10 w-full min-w-0 text-ink-soft file:mr-3 file:h-10 file:rounded-lg file:border file:border-solid file:border-rule-strong file:bg-paper file:px-3 file:text-ink pointer-coarse:h-11 pointer-coarse:file:h-11"
            />
          </label>
          {drafts.length > 0 && (
            <label className="block min-w-0">
              <span className="mb-1.5 block font-medium">Or use one of your drafts</span>
              <select
                name="draft"
                defaultValue=""
                className="h-10 w-full min-w-0 rounded-lg border border-rule-strong bg-paper px-3 pointer-coarse:h-11"
              >
                <option value="">None</option>
                {drafts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      </div>
      <Button type="submit" variant="primary" className="mt-4" pending={isPending}>
        Add sample
      </Button>
    </Form>
  );
}

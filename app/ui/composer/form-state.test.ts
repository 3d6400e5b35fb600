import { expect, test } from "vitest";
import { ComposerForm, defaultChoices } from "./form-state.ts";

test("only a change is reported", () => {
  const form = new ComposerForm(defaultChoices);
  let heard = 0;
  form.subscribe(() => heard++);
  form.setTemporary(false);
  form.choose({ writingType: null, draftMode: false });
  form.choose({});
  expect(heard).toBe(0);
  form.choose({ draftMode: true });
  form.setTemporary(true);
  expect(heard).toBe(2);
  expect(form.read()).toEqual({ choices: { ...defaultChoices, draftMode: true }, temporary: true });
});

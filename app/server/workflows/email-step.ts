/* Prepares an email, which a person sees and sends from their own mail program, or does not. */
import { isEmailAddress } from "#core/account/email-address.ts";
import type { StepQuestion } from "#core/workflows/run.ts";
import { valueFor, written } from "#core/workflows/values.ts";
import { soleReference, splitList } from "#core/workflows/workflow-words.ts";
import { getContact } from "../data/contacts/contacts.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { wordsOfSetting, type DoStep, type StepContext } from "./step-context.ts";

export const emailStep: DoStep = async (context) => {
  const { step, values, run } = context;
  const to = await recipientsOf(context);
  const email = { to, subject: wordsOfSetting(context, "Subject").replaceAll(/\s+/gu, " "), text: written(step.body, values) };
  const question: StepQuestion = {
    ask: "approve",
    text: `To: ${to.join(", ")}\nSubject: ${email.subject}\n\n${email.text}`,
    choices: [],
    proposal: "",
    isInstead: false,
    email,
  };
  return { kind: "asked", question, waitsFor: run.madeBy };
};

/** Addresses, or contacts with theirs. */
async function recipientsOf({ step, values, me, services }: StepContext): Promise<string[]> {
  const to: string[] = [];
  for (const one of splitList(step.settings["To"] ?? "")) {
    const named = soleReference(one);
    const value = named?.part === "" ? values[named.name] : undefined;
    if (value?.type === "contact") {
      const { name, emails } = await getContact(me, services.db, value.contactId);
      const [first] = emails;
      if (first === undefined)
        throw new JobRefused(`“${name}” has no email address. Add one to the contact, then run this step again.`);
      to.push(first);
    } else to.push(...splitList(named === null ? written(one, values) : valueFor(values, named)));
  }
  const wrong = to.find((one) => !isEmailAddress(one));
  if (to.length === 0) throw new JobRefused("“To” is empty, so there is no one to write to.");
  if (wrong !== undefined) throw new JobRefused(`“${wrong}” is not an email address.`);
  return [...new Set(to)];
}

/* A plain form that posts to its own page: it needs no script, and keeps its input when refused. */
import { contactMessageMax, type ContactMessage } from "#core/account/contact.ts";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";

type ContactFormProps = { typed: ContactMessage; refusal: string | null };

export function ContactForm({ typed, refusal }: ContactFormProps) {
  return (
    <form method="post" className="max-w-measure space-y-5">
      {refusal !== null && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
          {refusal}
        </p>
      )}
      <TextField label="Your email" name="email" type="email" autoComplete="email" required defaultValue={typed.email} />
      <div>
        <label htmlFor="message" className="mb-1.5 block font-medium">
          Message
        </label>
        <textarea
          id="message"
          name="message"
          required
          rows={8}
          maxLength={contactMessageMax}
          defaultValue={typed.message}
          className="block w-full rounded-lg border border-rule-strong bg-paper px-3 py-2 font-serif text-read"
        />
      </div>
      <div hidden>
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <Button type="submit" variant="primary" size="large">
        Send
      </Button>
    </form>
  );
}

/* An email that a step has prepared, with the ways to send it. */
import { Download, Mail } from "lucide-react";
import { emlOf, mailtoOf, type PreparedEmail } from "#core/workflows/email.ts";
import { Button, buttonClass } from "../kit/button.tsx";

export function PreparedEmailCard({ email }: { email: PreparedEmail }) {
  const { to, subject, text } = email;
  function download() {
    const url = URL.createObjectURL(new Blob([emlOf(email)], { type: "message/rfc822" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "email.eml" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  return (
    <div className="rounded-lg border border-rule bg-raised px-4 py-3">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-faint">To</dt>
        <dd className="break-words">{to.join(", ")}</dd>
        <dt className="text-ink-faint">Subject</dt>
        <dd dir="auto" className="font-medium break-words">
          {subject}
        </dd>
      </dl>
      <p dir="auto" className="mt-3 font-serif text-read whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={mailtoOf(email)} className={buttonClass("outline", "small")}>
          <Mail aria-hidden="true" /> Open in your mail program
        </a>
        <Button size="small" onClick={download}>
          <Download /> Download as .eml
        </Button>
      </div>
      <p className="mt-2 text-xs text-ink-faint">Stet doesn’t send it. Say below whether you have.</p>
    </div>
  );
}

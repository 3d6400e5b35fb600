/* Active sessions, and a button to end each. */
import type { OwnSession } from "#core/account/own-session.ts";
import { deviceOf } from "#core/account/own-session.ts";
import { Form } from "react-router";
import { AuthForm } from "../auth/auth-form.tsx";
import { Button } from "../kit/button.tsx";
import { SettingsSection } from "./settings-page.tsx";

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

export function SessionList({ sessions }: { sessions: OwnSession[] }) {
  return (
    <SettingsSection title="Where you are signed in" lead="If you don’t recognize a device, sign it out and change your password.">
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-4 border-t border-rule py-3.5">
            <div className="min-w-0 flex-1">
              <p className="truncate text-base">
                {deviceOf(session.userAgent)}
                {session.isCurrent && <span className="ml-2 text-insert">this device</span>}
              </p>
              <p className="text-ink-faint">
                since {dates.format(new Date(session.createdAt))} UTC{isAddress(session.address) && `, from ${session.address}`}
              </p>
            </div>
            {!session.isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <Button type="submit" size="small" aria-label={`Sign out ${deviceOf(session.userAgent)}`}>
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <AuthForm intent="end-others" submit="Sign out everywhere else" variant="outline" isWide={false} />}
    </SettingsSection>
  );
}

function isAddress(text: string): boolean {
  return /[.:]/.test(text);
}

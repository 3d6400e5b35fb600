/** Who is signed in, the theme, and sign-out. */
import { Building2, Keyboard, LogOut, MailCheck, Monitor, Moon, PenLine, Settings, Sun } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { href, useNavigate } from "react-router";
import type { Theme } from "#core/account/theme.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Avatar } from "../kit/avatar.tsx";
import { Menu, MenuChoices, MenuGroup, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useTheme } from "./use-theme.ts";
import { useWorkspace } from "./use-place.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
  image: string | null;
  isOnboarded: boolean;
};

type AccountMenuProps = { person: Person; isFolded?: boolean; onShortcuts: () => void };

const themes: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: "system", label: "System", icon: <Monitor /> },
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
];

export function AccountMenu({ person, isFolded = false, onShortcuts }: AccountMenuProps) {
  const place = useWorkspace();
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  return (
    <Menu trigger={<AccountButton person={person} isFolded={isFolded} />} side="top">
      <div className="px-2.5 pt-1.5 pb-2">
        <p className="truncate font-medium">{person.name}</p>
        <p className="truncate text-xs text-ink-faint">{person.email}</p>
        {!person.isVerified && <p className="mt-1 text-xs text-warn">This address isn’t verified yet.</p>}
      </div>
      {!person.isVerified && (
        <MenuItem icon={<MailCheck />} onSelect={() => void sendVerification()}>
          Send the email again
        </MenuItem>
      )}
      {!person.isOnboarded && (
        <MenuItem icon={<PenLine />} onSelect={() => void navigate(href("/onboarding/user"))}>
          Tell Stet what you write
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuGroup label="Theme">
        <MenuChoices label="Theme" value={theme} onChange={setTheme} options={themes} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Settings />} onSelect={() => void navigate(place.path("/settings/account"))}>
        Your account
      </MenuItem>
      <MenuItem icon={<Building2 />} onSelect={() => void navigate("/organizations")}>
        Organizations
      </MenuItem>
      <MenuItem icon={<Keyboard />} shortcut="?" onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function AccountButton({ person, isFolded, ...control }: { person: Person; isFolded: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...control}
      className={`flex items-center gap-2.5 rounded-lg text-left touch-target hover:bg-wash aria-expanded:bg-wash ${isFolded ? "p-1" : "w-full min-w-0 px-2 py-1.5"}`}
    >
      <Avatar name={person.name} image={person.image} />
      <span className="sr-only">Account of {isFolded && person.name}</span>
      {!isFolded && (
        <span className="min-w-0 flex-1">
          <span className="block truncate">{person.name}</span>
          <span className={`block truncate text-xs ${person.isVerified ? "text-ink-faint" : "text-warn"}`}>
            {person.isVerified ? person.email : "Verify your email"}
          </span>
        </span>
      )}
    </button>
  );
}

async function sendVerification(): Promise<void> {
  try {
    await ask("/api/account/verify-email/send", { body: {} });
    showToast({ kind: "success", text: "We’ve sent you a link." });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}

/** Ends with a full page load, so that nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await ask("/api/auth/sign-out", { body: {} });
    location.assign(href("/auth/sign-in"));
  } catch (error) {
    showToast({ kind: "error", text: problemIn(error).title });
  }
}

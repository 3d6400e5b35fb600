/* The frame of the account pages. */
import { Outlet } from "react-router";
import { SettingsPage } from "#ui/settings/settings-page.tsx";
import { useWorkspace } from "#ui/shell/use-place.ts";

const pages = [
  { path: "profile", label: "Profile" },
  { path: "security", label: "Security" },
  { path: "notifications", label: "Notifications" },
  { path: "style", label: "Style" },
  { path: "spelling", label: "Spelling" },
  { path: "law", label: "Law" },
  { path: "models", label: "Models" },
  { path: "tools", label: "Tools" },
  { path: "import", label: "Import" },
];

export default function AccountLayout() {
  const place = useWorkspace();
  return (
    <SettingsPage title="Your account" base={place.path("/settings/account")} pages={pages}>
      <Outlet />
    </SettingsPage>
  );
}

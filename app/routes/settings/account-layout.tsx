/* The frame of the pages about one's own account. */
import { Outlet } from "react-router";
import { SettingsPage } from "#ui/settings/settings-page.tsx";

const pages = [
  { path: "profile", label: "Profile" },
  { path: "security", label: "Security" },
];

export default function AccountLayout() {
  return (
    <SettingsPage title="Your account" base="/settings/account" pages={pages}>
      <Outlet />
    </SettingsPage>
  );
}

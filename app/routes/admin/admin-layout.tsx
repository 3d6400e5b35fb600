/* The frame of the pages for the installation's administrators. Each page answers 404 to everyone else. */
import { Outlet } from "react-router";
import { SettingsPage } from "#ui/settings/settings-page.tsx";

const pages = [
  { path: "models", label: "Models" },
  { path: "people", label: "People" },
  { path: "sign-up", label: "Sign-up" },
  { path: "email", label: "Email" },
  { path: "law", label: "Law" },
  { path: "jobs", label: "Jobs" },
  { path: "storage", label: "Storage" },
  { path: "backups", label: "Backups" },
  { path: "log", label: "Log" },
  { path: "administrators", label: "Administrators" },
  { path: "about", label: "About" },
];

export default function AdminLayout() {
  return (
    <SettingsPage title="Administration" base="/admin" pages={pages} isWide>
      <Outlet />
    </SettingsPage>
  );
}

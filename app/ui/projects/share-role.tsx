/* What someone may do in a project, chosen by its owner. */
import { shareRoles, type ShareRole } from "#core/workspace/policy.ts";

export const shareRoleNames: Record<ShareRole, string> = { viewer: "Viewer", commenter: "Commenter", editor: "Editor" };

type RoleSelectProps = { label: string; role: ShareRole; onChange: (role: ShareRole) => void };

export function RoleSelect({ label, role, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      value={role}
      className="h-8 rounded-lg border border-rule-strong bg-paper px-2 max-sm:text-base pointer-coarse:h-11"
      onChange={(event) => onChange(event.currentTarget.value as ShareRole)}
    >
      {shareRoles.map((one) => (
        <option key={one} value={one}>
          {shareRoleNames[one]}
        </option>
      ))}
    </select>
  );
}

/* A choice among the roles the reader may assign. */
import { useId } from "react";
import { givenRoles, mayGiveRole, roleNames, roleWords } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";

type RoleFieldProps = { mine: Role; value?: Role; label?: string };

export function RoleField({ mine, value = "member", label = "Role" }: RoleFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select
        id={id}
        name="role"
        defaultValue={value}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
      >
        {givenRoles
          .filter((role) => mayGiveRole(mine, role))
          .map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
      </select>
    </div>
  );
}

/** Explains the roles to those who assign them. */
export function RoleWords({ mine }: { mine: Role }) {
  return (
    <dl className="mt-4 flex flex-col gap-1 text-xs text-ink-faint">
      {givenRoles
        .filter((role) => mayGiveRole(mine, role))
        .map((role) => (
          <div key={role} className="flex gap-2">
            <dt className="w-16 shrink-0 font-medium text-ink-soft">{roleNames[role]}</dt>
            <dd>{roleWords[role]}</dd>
          </div>
        ))}
    </dl>
  );
}

import { scopeTitles, type Scope } from "#core/account/api-key.ts";

export function lacking(scope: Scope): string {
  return `This key lacks the scope ${scope} (${scopeTitles[scope].toLowerCase()}).`;
}

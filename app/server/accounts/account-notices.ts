/* Which email is sent when something happens to an account. Links always use the configured address. */
import type { Env } from "../env.ts";
import * as write from "../email/account-emails.ts";
import type { Post } from "../email/email-queue.ts";

export type AccountMail = ReturnType<typeof accountMail>;

export function accountMail(env: Pick<Env, "url" | "MAIL_LINK_SECONDS">, mail: Post) {
  const { url, MAIL_LINK_SECONDS: seconds } = env;
  const link = (path: string, token: string) => `${url}${path}?token=${encodeURIComponent(token)}`;
  const forgotten = `${url}/auth/forgot-password`;
  return {
    /** `provider`: the sign-in provider the account was created with. */
    verifyAddress: (to: string, token: string, provider?: string) =>
      requestOf(token) === "change-email-verification"
        ? mail.post(to, write.verifyNewAddress(link("/auth/change-email", token), seconds))
        : mail.post(to, write.verifyAddress(link("/auth/verify-email", token), seconds, provider)),
    addressTaken: (to: string) => mail.post(to, write.addressTaken(`${url}/auth/sign-in`, forgotten)),
    resetPassword: (to: string, token: string) => mail.post(to, write.resetPassword(link("/auth/reset-password", token), seconds)),
    passwordChanged: (to: string) => mail.post(to, write.passwordChanged(forgotten)),
    confirmChange: (to: string, newAddress: string, token: string) =>
      mail.post(to, write.confirmChange(newAddress, link("/auth/change-email", token), seconds)),
    addressChanged: (to: string, newAddress: string) => mail.post(to, write.addressChanged(newAddress)),
    recoveryCodeUsed: (to: string, left: number) => mail.post(to, write.recoveryCodeUsed(left, `${url}/settings/account/security`)),
    deletionRequested: (to: string, at: Date) => mail.post(to, write.deletionRequested(at, `${url}/auth/sign-in`)),
    deletionTakenBack: (to: string) => mail.post(to, write.deletionTakenBack(forgotten)),
    newDevice: (to: string, seen: write.SeenDevice) =>
      mail.post(
        to,
        write.newDevice(seen, `${url}/settings/account/security`, `${url}/settings/account/notifications`),
        "new-device",
      ),
    passkeysChanged: (to: string, isAdded: boolean) =>
      mail.post(to, write.passkeysChanged(isAdded, `${url}/settings/account/security`)),
    twoFactorChanged: (to: string, isOn: boolean) => mail.post(to, write.twoFactorChanged(isOn, forgotten)),
  };
}

/** What a verification token asks for. Decoded, not verified: better-auth checks the signature. */
export function requestOf(token: string): string | null {
  return fieldOf(token, "requestType");
}

/** The addresses a request to change one is about, read from the token of an email but not verified. */
export function addressesIn(token: string): { from: string | null; to: string | null } {
  return { from: fieldOf(token, "email"), to: fieldOf(token, "updateTo") };
}

function fieldOf(token: string, name: string): string | null {
  try {
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown> | null;
    const value = payload?.[name];
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

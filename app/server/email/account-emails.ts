import { howLong, composeEmail, type Email } from "./email.ts";

const notYou = "If this wasn't you, you can ignore this email. Nothing changes unless the link is used.";
const wasIt = "If this wasn’t you, change your password right away";

export function verifyAddress(url: string, seconds: number, provider?: string): Email {
  const how = provider === undefined ? "" : ` by signing in with ${provider}`;
  const stays = provider === undefined ? "" : ` You can then sign in with ${provider}.`;
  return composeEmail({
    subject: "Verify your email address",
    paragraphs: [
      `Someone created a Stet account with this address${how}.`,
      `If it was you, confirm it with this link. It expires after ${howLong(seconds)}.${stays}`,
    ],
    link: { words: "Verify this address", url },
    lastWord: notYou,
  });
}

export function addressTaken(signIn: string, reset: string): Email {
  return composeEmail({
    subject: "You already have an account",
    paragraphs: [
      "Someone tried to create a Stet account with this address. You already have one, so nothing was changed.",
      "If it was you, sign in as before.",
    ],
    link: { words: "Sign in", url: signIn },
    lastWord: `Forgot your password? Choose a new one: ${reset}`,
  });
}

export function resetPassword(url: string, seconds: number): Email {
  return composeEmail({
    subject: "Choose a new password",
    paragraphs: [
      "Someone asked to reset the password of your Stet account.",
      `This link works once and expires after ${howLong(seconds)}.`,
    ],
    link: { words: "Choose a new password", url },
    lastWord: `${notYou} Your password hasn't changed.`,
  });
}

export function passwordChanged(reset: string): Email {
  return composeEmail({
    subject: "Your password was changed",
    paragraphs: ["The password of your Stet account was changed, and every other device was signed out."],
    lastWord: `${wasIt}: ${reset}`,
  });
}

export function confirmChange(newAddress: string, url: string, seconds: number): Email {
  return composeEmail({
    subject: "Confirm your new email address",
    paragraphs: [
      `You asked to use ${newAddress} for your Stet account instead of this address.`,
      `Confirm it here; we then send a second email to the new address. The link expires after ${howLong(seconds)}.`,
    ],
    link: { words: "Confirm the change", url },
    lastWord: `${notYou} But someone may know your password, so choose a new one.`,
  });
}

export function verifyNewAddress(url: string, seconds: number): Email {
  return composeEmail({
    subject: "Verify your new email address",
    paragraphs: [
      "Someone wants to use this address for their Stet account.",
      `If it was you, confirm it with this link while signed in to Stet. It expires after ${howLong(seconds)}.`,
    ],
    link: { words: "Use this address", url },
    lastWord: notYou,
  });
}

export function addressChanged(newAddress: string): Email {
  return composeEmail({
    subject: "Your email address was changed",
    paragraphs: [`Your Stet account now uses ${newAddress}. We no longer send email to this address.`],
    lastWord: "If this wasn’t you, contact your administrator right away.",
  });
}

export function recoveryCodeUsed(left: number, security: string): Email {
  const rest = left === 0 ? "None is left" : left === 1 ? "One is left" : `${left} are left`;
  return composeEmail({
    subject: "A recovery code was used",
    paragraphs: [`Someone signed in to your Stet account with a recovery code. ${rest}.`],
    link: { words: left < 4 ? "Create new codes" : "See where you are signed in", url: security },
    lastWord: "If this wasn’t you, change your password right away and create new codes.",
  });
}

export function twoFactorChanged(isOn: boolean, reset: string): Email {
  return composeEmail({
    subject: isOn ? "Two-factor authentication is on" : "Two-factor authentication is off",
    paragraphs: [
      isOn
        ? "Your Stet account now asks for a code from your authenticator app as well as your password."
        : "Your Stet account no longer asks for a code from your authenticator app. Your password is enough to sign in.",
    ],
    lastWord: `${wasIt}: ${reset}`,
  });
}

export function passkeysChanged(isAdded: boolean, security: string): Email {
  return composeEmail({
    subject: isAdded ? "A passkey was added" : "A passkey was removed",
    paragraphs: [
      isAdded
        ? "You can now sign in to your Stet account with a new passkey."
        : "One of your passkeys can no longer be used to sign in to your Stet account.",
    ],
    link: { words: "See your passkeys", url: security },
    lastWord: `${wasIt}, and remove any passkey you don’t recognize.`,
  });
}

export type SeenDevice = { device: string; address: string; at: Date };

const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

export function newDevice({ device, address, at }: SeenDevice, security: string, notifications: string): Email {
  const from = /[.:]/.test(address) ? `, from ${address}` : "";
  return composeEmail({
    subject: "A new sign-in to your account",
    paragraphs: [
      "Someone signed in to your Stet account from a new device.",
      `${device}, on ${times.format(at)} UTC${from}.`,
      "If this was you, you don't need to do anything.",
    ],
    link: { words: "See where you are signed in", url: security },
    lastWord: `If this was not you, sign that device out and change your password right away. You can turn these emails off: ${notifications}`,
  });
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function deletionRequested(at: Date, signIn: string): Email {
  return composeEmail({
    subject: "Your account will be deleted",
    paragraphs: [
      `You asked us to delete your Stet account. On ${days.format(at)} it will be permanently deleted, with everything in it.`,
      "Sign in before then to keep it.",
    ],
    link: { words: "Sign in and keep it", url: signIn },
    lastWord: "If you didn’t ask for this, sign in and change your password right away.",
  });
}

export function deletionTakenBack(reset: string): Email {
  return composeEmail({
    subject: "Your account won’t be deleted",
    paragraphs: ["You signed in, so the deletion of your Stet account was cancelled. Nothing has changed."],
    lastWord: `${wasIt}: ${reset}`,
  });
}

export function accountDeleted(): Email {
  return composeEmail({
    subject: "Your account was deleted",
    paragraphs: ["Your Stet account and everything in it have been deleted, as you asked two weeks ago."],
    lastWord: "You are welcome to come back with a new account at any time.",
  });
}

/*
 * Where account links and forms may end: what happened, and what to do next. One
 * table for all of these pages; routes/auth/outcome.tsx renders them.
 */
export type Outcome = {
  title: string;
  lead: string;
  next: { label: string; to: string };
  also?: { label: string; to: string };
};

const signIn = { label: "Sign in", to: "/auth/sign-in" };
const write = { label: "Go on writing", to: "/chat" };

export const outcomes: Record<string, Outcome> = {
  "/auth/forgot-password/success": {
    title: "Check your email",
    lead: "If this address has an account, we’ve sent it a link. It can take a minute; check your spam folder too.",
    next: signIn,
    also: { label: "Request another email", to: "/auth/forgot-password" },
  },
  "/auth/reset-password/expired": {
    title: "This link no longer works",
    lead: "A link for a new password works once, and not for long. Your password is as it was.",
    next: { label: "Ask for a new link", to: "/auth/reset-password/request" },
    also: signIn,
  },
  "/auth/reset-password/success": {
    title: "Your password is changed",
    lead: "You were signed out everywhere. Sign in with the new password.",
    next: signIn,
  },
  "/auth/verify-email/expired": {
    title: "This link no longer works",
    lead: "Verification links expire quickly. Nothing is lost: request a new one.",
    next: { label: "Send a new link", to: "/auth/verify-email/request" },
    also: write,
  },
  "/auth/verify-email/success": {
    title: "Your address is verified",
    lead: "You can sign in, and others can invite you and share with you by email.",
    next: write,
    also: { label: "See your invitations", to: "/invitations" },
  },
  "/auth/deletion": {
    title: "Your account is on its way out",
    lead: "You are signed out everywhere. In 14 days it is deleted for good, with everything in it. Sign in before then to keep it.",
    next: { label: "Keep it: sign in", to: "/auth/sign-in" },
    also: { label: "To the front page", to: "/" },
  },
  "/auth/change-email/expired": {
    title: "This link no longer works",
    lead: "A link that changes an address works for a short time only. Your address is as it was.",
    next: { label: "Start the change again", to: "/auth/change-email/request" },
    also: write,
  },
  "/auth/change-email/invalid": {
    title: "This link is invalid",
    lead: "It was used already, belongs to another account, or the new address has been taken. Your address is as it was.",
    next: { label: "Start the change again", to: "/auth/change-email/request" },
    also: write,
  },
  "/invitations/already-accepted": {
    title: "This invitation was accepted already",
    lead: "An invitation works once. If it was you, the organization is among yours.",
    next: { label: "Your organizations", to: "/organizations" },
    also: write,
  },
  "/invitations/revoked": {
    title: "This invitation no longer works",
    lead: "It was revoked or declined. You can ask for a new one.",
    next: { label: "Ask for a new invitation", to: "/invitations/request" },
    also: write,
  },
  "/invitations/expired": {
    title: "This invitation has expired",
    lead: "Invitations expire after seven days. You can ask for a new one.",
    next: { label: "Ask for a new invitation", to: "/invitations/request" },
    also: write,
  },
};

const letterFirst =
  "That account’s email address hasn’t been verified. Sign in with your password, or reset it by email, then connect the two in your account settings.";
const noAnswer = "The other side answered something we could not use. Try again, or sign in another way.";
const alreadyOther = [
  "It opens another account",
  "That account elsewhere is connected with another account here already.",
] as const;

/** The codes of the accounts library, and those defined by OAuth. */
const errors: Record<string, readonly [title: string, lead: string]> = {
  access_denied: ["You were not signed in", "The sign-in was ended on the other side. Try again, or sign in another way."],
  state_mismatch: ["The sign-in took too long", "It was begun in another window or too long ago. Start it again."],
  state_not_found: ["The sign-in took too long", "It was begun in another window or too long ago. Start it again."],
  account_not_linked: ["This address has an account already", letterFirst],
  unable_to_link_account: [
    "The two were not connected",
    "The other side does not say that its address is verified. Verify it there, and try again.",
  ],
  EMAIL_NOT_VERIFIED: [
    "Check your email",
    "The other side doesn't confirm that your email address is yours, so we've sent you an email. Open the link in it, then sign in the same way again.",
  ],
  address_not_verified: [
    "Your address isn't verified",
    "The other side doesn't confirm that your email address is yours, and this Stet sends no email to ask. Verify it there and try again, or create an account with a password.",
  ],
  email_not_found: [
    "No address came along",
    "Your provider didn’t share your email address. Allow it there, or sign up with your email.",
  ],
  account_already_linked_to_different_user: alreadyOther,
  invalid_code: ["This did not work", noAnswer],
  unable_to_get_user_info: ["This did not work", noAnswer],
  issuer_mismatch: ["This did not work", noAnswer],
  temporarily_unavailable: ["The other side is busy", "It asks to try again in a moment."],
  server_error: ["The other side has a problem", "Try again in a moment, or sign in another way."],
  silent: ["The other side could not be reached", "Try again in a moment, or sign in another way."],
  INVALID_TOKEN: ["This link is invalid", "It has already been used, or part of it is missing. Request a new one."],
  TOKEN_EXPIRED: ["This link no longer works", "Links work for a short time only. Ask for a new one."],
};

/** The error in the address must be a key of this table: its own words are never shown. */
export function errorOutcome(code: string | null): Outcome {
  const [title, lead] =
    code !== null && Object.hasOwn(errors, code)
      ? errors[code]!
      : ["This did not work", "Something went wrong. Try again, and contact your administrator if it keeps happening."];
  return { title, lead, next: signIn };
}

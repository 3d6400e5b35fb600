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
const write = { label: "Continue writing", to: "/chat" };

export const outcomes: Record<string, Outcome> = {
  "/auth/forgot-password/success": {
    title: "Check your email",
    lead: "If this address has an account, we’ve sent it a link. It can take a minute; check your spam folder too.",
    next: signIn,
    also: { label: "Request another email", to: "/auth/forgot-password" },
  },
  "/auth/reset-password/expired": {
    title: "This link no longer works",
    lead: "Password links work once and expire quickly. Your password hasn’t changed.",
    next: { label: "Request a new link", to: "/auth/reset-password/request" },
    also: signIn,
  },
  "/auth/reset-password/success": {
    title: "Your password was changed",
    lead: "You were signed out everywhere. Sign in with the new password.",
    next: signIn,
  },
  "/auth/verify-email/expired": {
    title: "This link no longer works",
    lead: "Verification links expire quickly. Request a new one.",
    next: { label: "Send a new link", to: "/auth/verify-email/request" },
    also: write,
  },
  "/auth/verify-email/success": {
    title: "Your address is verified",
    lead: "You can sign in, and others can invite you and share with you by email.",
    next: { label: "Continue", to: "/onboarding" },
    also: { label: "See your invitations", to: "/invitations" },
  },
  "/auth/deletion": {
    title: "Your account will be deleted",
    lead: "You’ve been signed out everywhere. In 14 days your account and everything in it will be permanently deleted. To keep it, sign in before then.",
    next: { label: "Sign in to keep it", to: "/auth/sign-in" },
    also: { label: "Go to the home page", to: "/" },
  },
  "/auth/change-email/expired": {
    title: "This link no longer works",
    lead: "Links to change an address expire quickly. Your address hasn’t changed.",
    next: { label: "Start again", to: "/auth/change-email/request" },
    also: write,
  },
  "/auth/change-email/invalid": {
    title: "This link is invalid",
    lead: "It has already been used, belongs to another account, or the new address is taken. Your address hasn’t changed.",
    next: { label: "Start again", to: "/auth/change-email/request" },
    also: write,
  },
  "/invitations/already-accepted": {
    title: "This invitation has already been accepted",
    lead: "An invitation works once. If you accepted it, you’ll find the organization under Your organizations.",
    next: { label: "Your organizations", to: "/organizations" },
    also: write,
  },
  "/invitations/revoked": {
    title: "This invitation no longer works",
    lead: "It was revoked or declined. You can request a new one.",
    next: { label: "Request a new invitation", to: "/invitations/request" },
    also: write,
  },
  "/invitations/expired": {
    title: "This invitation has expired",
    lead: "Invitations expire after seven days. You can request a new one.",
    next: { label: "Request a new invitation", to: "/invitations/request" },
    also: write,
  },
};

const letterFirst =
  "That account’s email address hasn’t been verified. Sign in with your password, or reset it by email, then connect the two in your account settings.";
const noAnswer = "We couldn’t use the provider’s response. Try again, or sign in another way.";
const alreadyOther = ["Already connected", "That provider account is already connected to a different Stet account."] as const;

/** The codes of the accounts library, and those defined by OAuth. */
const errors: Record<string, readonly [title: string, lead: string]> = {
  access_denied: ["You weren’t signed in", "The sign-in was cancelled at the provider. Try again, or sign in another way."],
  state_mismatch: ["The sign-in took too long", "It was started too long ago or in another window. Start again."],
  state_not_found: ["The sign-in took too long", "It was started too long ago or in another window. Start again."],
  account_not_linked: ["This address already has an account", letterFirst],
  unable_to_link_account: [
    "The accounts weren’t connected",
    "The provider doesn’t confirm that your address is verified. Verify it there and try again.",
  ],
  EMAIL_NOT_VERIFIED: [
    "Check your email",
    "The provider doesn’t confirm that your email address is yours, so we’ve sent you an email. Open the link in it, then sign in the same way again.",
  ],
  ACCOUNT_SUSPENDED: ["Your account is suspended", "You can’t sign in at the moment. Contact your administrator."],
  address_not_verified: [
    "Your address isn’t verified",
    "The provider doesn’t confirm that your email address is yours, and this installation of Stet can’t send email to check. Verify it with the provider and try again, or create an account with a password.",
  ],
  SIGN_UP_REFUSED: [
    "You can’t create an account here",
    "Accounts on this installation are by invitation, or for addresses at certain domains, and the address your provider gave us isn’t among them. Contact your administrator.",
  ],
  email_not_found: [
    "We didn’t get your email address",
    "Your provider didn’t share your email address. Allow it there, or sign up with your email.",
  ],
  account_already_linked_to_different_user: alreadyOther,
  invalid_code: ["That didn’t work", noAnswer],
  unable_to_get_user_info: ["That didn’t work", noAnswer],
  issuer_mismatch: ["That didn’t work", noAnswer],
  temporarily_unavailable: ["The provider is busy", "Try again in a moment."],
  server_error: ["The provider has a problem", "Try again in a moment, or sign in another way."],
  silent: ["The provider couldn’t be reached", "Try again in a moment, or sign in another way."],
  INVALID_TOKEN: ["This link is invalid", "It has already been used, or part of it is missing. Request a new one."],
  TOKEN_EXPIRED: ["This link no longer works", "Links expire quickly. Request a new one."],
};

/** The error in the address must be a key of this table: its own words are never shown. */
export function errorOutcome(code: string | null): Outcome {
  const [title, lead] =
    code !== null && Object.hasOwn(errors, code)
      ? errors[code]!
      : ["That didn’t work", "Something went wrong. Try again, and contact your administrator if it keeps happening."];
  return { title, lead, next: signIn };
}

/** What is so for a person who is signed in, where the outcome of that address would say otherwise. */
export function notSo(path: string, isVerified: boolean): Outcome | null {
  // A deletion signs out, and signing in cancels it.
  if (path === "/auth/deletion")
    return {
      title: "Your account isn’t being deleted",
      lead: "You’re signed in, and no deletion is scheduled.",
      next: write,
      also: { label: "Your account", to: "/settings/account" },
    };
  if (path !== "/auth/verify-email/success" || isVerified) return null;
  return {
    title: "Your address isn’t verified yet",
    lead: "Open the link in the email we’ve sent you, or request a new one.",
    next: { label: "Send a new link", to: "/auth/verify-email/request" },
    also: write,
  };
}

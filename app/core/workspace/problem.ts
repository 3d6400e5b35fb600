/*
 * Every error a request can return: code, status, and the sentence shown.
 * Anything else thrown is a bug.
 */
import { ownProblems, problemResponse, type ProblemOf } from "./own-problems.ts";

const problems = {
  ...ownProblems,
  "sign-in-refused": [
    401,
    "This email address and password don’t match, or the address isn’t verified yet. If it isn’t, open the link in the email we’ve sent you.",
  ],
  "email-not-sent": [502, "The email could not be sent."],
  "sign-up-refused": [403, "This address can’t create an account here."],
  "not-verified-yet": [
    404,
    "You don’t have access to this yet. If it was shared with your email address, verify the address first with the link we emailed you.",
  ],
  "not-confirmed": [403, "The password is missing or wrong. Enter it to confirm it’s you."],
  "not-signed-in-lately": [403, "Please sign in again to confirm it’s you. This must be done within ten minutes of signing in."],
  "cannot-delete-account": [409, "Your account can’t be deleted yet."],
  "avatar-refused": [400, "This picture can’t be used. It must be a PNG, JPEG or WebP of at most 256 × 256 pixels and 2 MB."],
  "last-way-in": [409, "This is your only way to sign in. Set a password or add another sign-in method first."],
  "passkey-refused": [400, "This passkey isn’t recognized. Try again, or use another sign-in method."],
  "provider-silent": [502, "The sign-in provider could not be reached. Try again in a moment, or sign in another way."],
  "code-wrong": [400, "That code isn’t right. Codes change every 30 seconds and work once, so enter the one shown now."],
  "link-expired": [410, "This link has expired. Request a new one."],
  "link-invalid": [400, "This link is invalid or has already been used."],
  "password-refused": [400, "This password can’t be used."],
  "cannot-fetch-members": [500, "Failed to fetch members"],
  "slug-refused": [400, "This address can’t be used."],
  "slug-taken": [409, "This address is taken. Choose another."],
  "too-many-organizations": [409, "You’ve reached the maximum number of organizations you can own."],
  "offer-gone": [410, "This offer is no longer open."],
  "already-member": [409, "This person is already a member."],
  "owner-stays": [409, "The owner can’t leave or be removed. Transfer ownership first, or delete the organization."],
  "organization-full": [409, "This organization has no free seats. Its owner or an admin can add a seat or remove a member."],
  "too-many-invitations": [409, "Too many invitations are pending. Revoke some first."],
  "invitation-for-another": [403, "This invitation is for a different email address from the one you’re signed in with."],
  "two-factor-required": [403, "This organization requires two-factor authentication."],
  "two-factor-first": [409, "Turn on two-factor authentication for your own account first."],
  "not-verified": [403, "Verify your email address first: the link is in the email we sent you."],
  "invitation-used": [409, "This invitation has already been accepted."],
  "invitation-revoked": [410, "This invitation was revoked or declined."],
  "invitation-expired": [410, "This invitation has expired. Request a new one."],
  "export-first": [409, "Download the organization’s data first. You can’t get it after the deletion."],
  "subscription-runs": [409, "The organization would keep paying for its plan. Cancel it under Billing first."],
  "name-not-confirmed": [400, "This isn’t the organization’s name. Type it exactly as shown above."],
  "bad-request": [400, "The request was not understood."],
  "wrong-origin": [403, "The request came from another site and was refused."],
  "wrong-content-type": [415, "The request must be JSON."],
  "method-not-allowed": [405, "This address does not accept this method."],
  "too-large": [413, "This is larger than Stet accepts."],
  "too-slow": [408, "The request took too long to arrive. Check your connection and try again."],
  "too-many-keys": [409, "An organization can have at most 50 active keys. Revoke one you no longer need."],
  "too-many-webhooks": [409, "An organization can have at most 20 webhooks. Remove one you no longer need."],
  "webhook-is-paused": [409, "This webhook is paused. Resume it first."],
  "draft-changed": [409, "This draft was changed elsewhere. Both versions are being merged."],
  "names-revealed": [
    409,
    "Pseudonyms are on in this project and off in the other one. There, the names in this draft would be sent to models as they are written.",
  ],
  "changes-unplaced": [409, "Not every proposed change has a place in the text."],
  "too-many-comments": [409, "This draft has reached the maximum number of comments. Delete some first."],
  "too-many-suggestions": [409, "This draft has reached the maximum number of suggested changes. Decide on some first."],
  "chat-busy": [409, "An answer is still being written in this chat. Stop it first, or wait for it."],
  "run-not-running": [409, "This answer has already ended."],
  "nothing-to-undo": [409, "There is nothing to undo here."],
  "cannot-delete-messages": [500, "Failed to delete messages from database"],
  "cannot-update-message": [500, "Failed to update message in database"],
  "cannot-modify-text": [500, "Failed to modify text"],
  "cannot-load-suggestions": [500, "Failed to load suggestions"],
  "cannot-sync": [500, "Sync failed"],
  "cannot-share-project": [403, "You do not have permission to share this project"],
  "cannot-share-chat": [403, "Cannot share this chat"],
  "share-chat-failed": [500, "Failed to share chat. Please try again."],
  "share-refused": [400, "Share failed"],
  "not-for-sale": [409, "This can’t be bought here. Your administrator sets the plan."],
  "has-subscription": [409, "You already have a subscription. Change it in the billing portal."],
  "still-paying": [
    409,
    "You still have an active subscription. Cancel it under your plan first, so that you aren’t charged after the deletion.",
  ],
  "no-subscription": [409, "There is no subscription to manage."],
  "bad-signature": [400, "This event is not signed by Stripe, or is too old."],
  "billing-unreachable": [502, "Stripe couldn’t be reached or refused the request. Nothing was changed; try again in a moment."],
  "model-connection-refused": [400, "This connection does not work."],
  "tool-server-refused": [400, "This tool server can’t be used."],
  "law-not-recognized": [400, "No act is recognized in this."],
  "law-not-asked": [409, "This act can’t be fetched."],
  "upload-cut-off": [400, "The upload was incomplete. Check your connection and attach the file again."],
  "upload-too-slow": [408, "The upload was too slow and was stopped. Check your connection and attach the file again."],
  "storage-unavailable": [503, "Files can’t be stored at the moment. Try again in a few minutes; the file is still here."],
  "file-missing": [410, "This file is missing from storage. Your administrator can restore it from a backup."],
  "file-too-large": [413, "This file is larger than Stet accepts."],
  "too-many-files": [413, "That’s more files than you can add in one go."],
  "password-needed": [423, "This file has a password."],
  "file-refused": [415, "This file can’t be read."],
  "range-refused": [416, "This part of the file doesn’t exist."],
  "attachment-refused": [400, "This file can’t be attached."],
  "transcription-not-configured": [409, "Dictation isn’t set up here."],
  "transcription-failed": [502, "The recording couldn’t be transcribed. It is kept on this page; try again."],
  "transcription-silent": [504, "The transcription server did not answer in time. The recording is kept on this page."],
  "export-too-large": [413, "This is too large to export."],
  "text-too-large": [413, "This text takes too long to process. Split it up and try again."],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

export type Problem = ProblemOf<ProblemCode>;

export function problemOf(code: ProblemCode, detail?: string): Problem {
  const [status, title] = problems[code];
  return { type: "about:blank", code, status, title, ...(detail === undefined ? {} : { detail }) };
}

/** For request handlers: `throw problem("not-found")`. A Response, because a thrown Error becomes a bare 500. */
export function problem(code: ProblemCode, detail?: string): Response {
  return problemResponse(problemOf(code, detail));
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === "string" && Object.hasOwn(problems, value);
}

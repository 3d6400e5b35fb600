/* Every page of Stet. Everything under /api and /v1 is app/api's. */
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";

/** The pages that the personal workspace and every organization share. Route ids are unique, so they start with `place`. */
function workspaceRoutes(path: string, place: "own" | "organization"): RouteConfigEntry[] {
  const at = (to: string, file: string) => route(`${path}${to}`, file, { id: `${place}/${to}` });
  return [
    layout("routes/app-layout.tsx", { id: place }, [
      layout("routes/chat/chat-layout.tsx", { id: `${place}/chats` }, [
        at("chat", "routes/chat/start.tsx"),
        at("chat/:chatId", "routes/chat/conversation.tsx"),
      ]),
      at("home", "routes/home/home.tsx"),
      at("vault", "routes/vault/vault.tsx"),
      at("vault/projects/:projectId", "routes/vault/project.tsx"),
      at("vault/projects/:projectId/pseudonyms", "routes/vault/pseudonyms.tsx"),
      at("vault/projects/:projectId/drafts/:draftId", "routes/vault/draft.tsx"),
      at("review", "routes/review/reviews.tsx"),
      at("review/:reviewId", "routes/review/review.tsx"),
      at("research", "routes/research/researches.tsx"),
      at("research/:researchId", "routes/research/research.tsx"),
      at("discovery", "routes/discovery/collections.tsx"),
      at("discovery/:collectionId", "routes/discovery/collection.tsx"),
      at("discovery/:collectionId/productions", "routes/discovery/productions.tsx"),
      at("workflows", "routes/workflows/workflows.tsx"),
      at("workflows/runs", "routes/workflows/runs.tsx"),
      at("workflows/runs/:runId", "routes/workflows/run.tsx"),
      at("workflows/:workflowId", "routes/workflows/workflow.tsx"),
      at("contacts", "routes/contacts/contacts.tsx"),
      at("contacts/new", "routes/contacts/new.tsx"),
      at("contacts/checks", "routes/contacts/checks.tsx"),
      at("contacts/:contactId", "routes/contacts/contact.tsx"),
      at("library", "routes/library/library.tsx"),
      at("library/new", "routes/library/new.tsx"),
      at("library/law", "routes/library/law.tsx"),
      at("library/law/act", "routes/library/law-act.tsx"),
      at("library/law/section", "routes/library/law-section.tsx"),
      at("library/templates/:templateId", "routes/library/template.tsx"),
      at("library/templates/:templateId/edit", "routes/library/edit.tsx"),
      layout("routes/settings/account-layout.tsx", { id: `${place}/account` }, [
        at("settings/account", "routes/settings/account.tsx"),
        at("settings/account/profile", "routes/settings/profile.tsx"),
        at("settings/account/security", "routes/settings/security.tsx"),
        at("settings/account/notifications", "routes/settings/notifications.tsx"),
        at("settings/account/style", "routes/settings/style.tsx"),
        at("settings/account/spelling", "routes/settings/spelling.tsx"),
        at("settings/account/import", "routes/settings/import.tsx"),
        at("settings/account/law", "routes/settings/law.tsx"),
        at("settings/account/models", "routes/settings/models.tsx"),
        at("settings/account/tools", "routes/settings/tools.tsx"),
        at("settings/account/tools/callback", "routes/settings/tool-sign-in.tsx"),
      ]),
      ...(place === "own" ? ownPages(at) : organizationPages(at)),
    ]),
  ];
}

type At = (to: string, file: string) => RouteConfigEntry;

/** Of the person, and of the installation. */
function ownPages(at: At): RouteConfigEntry[] {
  return [
    at("organizations", "routes/organization/organizations.tsx"),
    at("admin", "routes/admin/to-models.tsx"),
    layout("routes/admin/admin-layout.tsx", [
      at("admin/models", "routes/admin/models.tsx"),
      at("admin/people", "routes/admin/people.tsx"),
      at("admin/sign-up", "routes/admin/sign-up.tsx"),
      at("admin/email", "routes/admin/email.tsx"),
      at("admin/log", "routes/admin/log.tsx"),
      at("admin/law", "routes/admin/law.tsx"),
      at("admin/jobs", "routes/admin/jobs.tsx"),
      at("admin/storage", "routes/admin/storage.tsx"),
      at("admin/about", "routes/admin/about.tsx"),
      at("admin/backups", "routes/admin/backups.tsx"),
      at("admin/administrators", "routes/admin/administrators.tsx"),
    ]),
  ];
}

/** What only an organization has. */
function organizationPages(at: At): RouteConfigEntry[] {
  return [
    at("*", "routes/organization/not-found.ts"),
    layout("routes/developers/developers-layout.tsx", [
      at("playground", "routes/developers/playground.tsx"),
      at("api-keys", "routes/developers/api-keys.tsx"),
      at("webhooks", "routes/developers/webhooks.tsx"),
      at("api-usage", "routes/developers/api-usage.tsx"),
    ]),
    layout("routes/organization/settings-layout.tsx", [
      at("settings/organization", "routes/organization/overview.tsx"),
      at("settings/organization/general", "routes/organization/general.tsx"),
      at("settings/organization/billing", "routes/organization/billing.tsx"),
      at("settings/organization/policies", "routes/organization/policies.tsx"),
      at("settings/organization/members", "routes/organization/members.tsx"),
      at("settings/organization/developers", "routes/organization/developers.tsx"),
      at("settings/organization/log", "routes/organization/log.tsx"),
      at("settings/organization/pseudonyms", "routes/organization/pseudonyms.tsx"),
      at("settings/organization/style", "routes/organization/style.tsx"),
      at("settings/organization/word", "routes/organization/word.tsx"),
    ]),
  ];
}

export default [
  layout("routes/marketing/site-layout.tsx", [
    index("routes/marketing/landing.tsx"),
    route("pricing", "routes/marketing/pricing.tsx"),
    route("docs", "routes/marketing/docs.tsx"),
    route("docs/developers", "routes/marketing/developers.tsx"),
    route("docs/api", "routes/marketing/api-reference.tsx"),
    route("blog", "routes/marketing/blog.tsx"),
    route("blog/:slug", "routes/marketing/post.tsx"),
    route("contact", "routes/marketing/contact.tsx"),
    // Nothing but text: one table, ui/marketing/texts.ts.
    route("story", "routes/marketing/text-page.tsx"),
    route("careers", "routes/marketing/text-page.tsx", { id: "careers" }),
    route("cookie-policy", "routes/marketing/text-page.tsx", { id: "cookie-policy" }),
    route("security", "routes/marketing/text-page.tsx", { id: "security" }),
    route("terms-of-use", "routes/marketing/text-page.tsx", { id: "terms-of-use" }),
  ]),
  route("demo", "routes/marketing/demo.tsx"),
  route("blog/feed.xml", "routes/marketing/feed.ts"),
  route("word/manifest.xml", "routes/word/manifest.ts"),
  route("sitemap.xml", "routes/marketing/sitemap.ts"),
  route("robots.txt", "routes/marketing/robots.ts"),
  route("shared/:token", "routes/shared/chat.tsx"),
  ...workspaceRoutes("", "own"),
  ...workspaceRoutes("organizations/:slug/", "organization"),
  route("auth/sign-in", "routes/auth/sign-in.tsx"),
  route("auth/sign-in/with/:provider", "routes/auth/sign-in-with.tsx"),
  route("auth/sign-up", "routes/auth/sign-up.tsx"),
  route("auth/totp", "routes/auth/totp.tsx"),
  route("auth/recovery-code", "routes/auth/recovery-code.tsx"),
  route("auth/forgot-password", "routes/auth/forgot-password.tsx"),
  route("auth/reset-password", "routes/auth/reset-password.tsx"),
  route("auth/reset-password/request", "routes/auth/forgot-password.tsx", { id: "reset-password-request" }),
  route("auth/verify-email", "routes/auth/verify-email.tsx"),
  route("auth/verify-email/request", "routes/auth/verify-email-request.tsx"),
  route("auth/change-email", "routes/auth/change-email.tsx"),
  route("auth/change-email/request", "routes/auth/change-email-request.tsx"),
  // How each of them may end: one table, ui/auth/outcomes.ts.
  route("auth/forgot-password/success", "routes/auth/outcome.tsx", { id: "forgot-password-success" }),
  route("auth/reset-password/expired", "routes/auth/outcome.tsx", { id: "reset-password-expired" }),
  route("auth/reset-password/success", "routes/auth/outcome.tsx", { id: "reset-password-success" }),
  route("auth/verify-email/expired", "routes/auth/outcome.tsx", { id: "verify-email-expired" }),
  route("auth/verify-email/success", "routes/auth/outcome.tsx", { id: "verify-email-success" }),
  route("auth/change-email/expired", "routes/auth/outcome.tsx", { id: "change-email-expired" }),
  route("auth/change-email/invalid", "routes/auth/outcome.tsx", { id: "change-email-invalid" }),
  route("auth/deletion", "routes/auth/outcome.tsx", { id: "deletion" }),
  route("auth/error", "routes/auth/outcome.tsx"),
  route("invitations", "routes/invitations/invitations.tsx"),
  route("invitations/request", "routes/invitations/request.tsx"),
  route("invitations/already-accepted", "routes/auth/outcome.tsx", { id: "invitation-accepted" }),
  route("invitations/revoked", "routes/auth/outcome.tsx", { id: "invitation-revoked" }),
  route("invitations/expired", "routes/auth/outcome.tsx", { id: "invitation-expired" }),
  route("onboarding", "routes/onboarding/onboarding.tsx"),
  route("onboarding/user", "routes/onboarding/user.tsx"),
  route("onboarding/organization", "routes/onboarding/organization.tsx"),
  route("organizations/:slug", "routes/organization/to-home.ts"),
  route("dev/outbox", "routes/dev/outbox.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;

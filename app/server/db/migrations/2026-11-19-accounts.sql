-- People, their sessions and organizations: the tables better-auth works with.
-- Names are better-auth's own, hence the quoted camelCase.

create table "user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null default false,
  image text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "twoFactorEnabled" boolean default false,
  plan text not null default 'free'
);

create table organization (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  "createdAt" timestamptz not null default now(),
  metadata text
);

create table session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" (id) on delete cascade,
  "activeOrganizationId" text references organization (id) on delete set null
);
create index session_by_user on session ("userId");
create index session_by_expiry on session ("expiresAt");
create index session_by_organization on session ("activeOrganizationId") where "activeOrganizationId" is not null;

create table account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  unique ("providerId", "accountId")
);
create index account_by_user on account ("userId");

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);
create index verification_by_expiry on verification ("expiresAt");

create table member (
  id text primary key,
  "organizationId" text not null references organization (id) on delete cascade,
  "userId" text not null references "user" (id) on delete cascade,
  role text not null default 'member',
  "createdAt" timestamptz not null default now(),
  -- better-auth looks before it inserts, which two invitations accepted at once outrun.
  unique ("organizationId", "userId")
);
create index member_by_user on member ("userId");

create table invitation (
  id text primary key,
  "organizationId" text not null references organization (id) on delete cascade,
  email text not null,
  role text,
  status text not null default 'pending',
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "inviterId" text not null references "user" (id) on delete cascade
);
create index invitation_by_organization on invitation ("organizationId");
create index invitation_by_email on invitation (email);
create index invitation_by_inviter on invitation ("inviterId");

create table "twoFactor" (
  id text primary key,
  secret text not null,
  "backupCodes" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  verified boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz
);
create index two_factor_by_user on "twoFactor" ("userId");
create index two_factor_by_secret on "twoFactor" (secret);

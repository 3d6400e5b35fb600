-- An organization may require two-factor authentication. Members without it have no access to it until they turn it on; they stay
-- members, and nothing of theirs changes.
alter table organization add column require_two_factor boolean not null default false;

-- Whose access may have ended, as in 2026-11-23-ended-access.sql.
create function notify_two_factor_off() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform notify_access(old.id);
  return null;
end $$;
create trigger two_factor_off after update of "twoFactorEnabled" on "user" for each row
  when (old."twoFactorEnabled" and new."twoFactorEnabled" is not true)
  execute function notify_two_factor_off();

create function notify_two_factor_required() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform notify_access("userId") from member where "organizationId" = new.id;
  return null;
end $$;
create trigger two_factor_required after update of require_two_factor on organization for each row
  when (new.require_two_factor and not old.require_two_factor)
  execute function notify_two_factor_required();

-- Where a person's access may have ended, the row that gave it says whose, in the same transaction. So whatever ends it
-- (a page, the accounts library, a sweep, an administrator in psql) is heard by every process: server/revocations.ts.

create function notify_access(person text) returns void language sql as $$
  select pg_notify('stet_access', person) where person is not null
$$;

create function notify_session_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old."userId");
  return null;
end $$;
create trigger session_ended after delete on session for each row execute function notify_session_access();
create trigger membership_changed after update or delete on member for each row execute function notify_session_access();

create function notify_key_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old.created_by);
  return null;
end $$;
create trigger api_key_ended after update of revoked_at, expires_at, scopes or delete on api_keys
  for each row execute function notify_key_access();

-- A share by address is theirs who have proven the address.
create function notify_share_access() returns trigger language plpgsql as $$
begin
  perform notify_access(coalesce(old.user_id, (select id from "user" where email = old.email)));
  return null;
end $$;
create trigger share_ended after update or delete on project_shares for each row execute function notify_share_access();

create function notify_address_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old.id);
  return null;
end $$;
create trigger address_changed after update of email, "emailVerified" on "user" for each row
  when (old.email is distinct from new.email or old."emailVerified" is distinct from new."emailVerified")
  execute function notify_address_access();

create function notify_project_viewers(project uuid) returns void language sql as $$
  select notify_access(coalesce(user_id, (select id from "user" where "user".email = project_shares.email)))
    from project_shares where project_id = project
$$;

create function notify_project_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old.owner_id);
  perform notify_project_viewers(old.id);
  return null;
end $$;
create trigger project_access_changed after update of owner_id, organization_id, removed_at on projects for each row
  when (old.owner_id is distinct from new.owner_id or old.organization_id is distinct from new.organization_id
    or old.removed_at is distinct from new.removed_at)
  execute function notify_project_access();

create function notify_chat_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old.owner_id);
  perform notify_project_viewers(old.project_id);
  return null;
end $$;
create trigger chat_access_changed after update of owner_id, organization_id, project_id on chats for each row
  when (old.owner_id is distinct from new.owner_id or old.organization_id is distinct from new.organization_id
    or old.project_id is distinct from new.project_id)
  execute function notify_chat_access();

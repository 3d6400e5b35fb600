-- Accounts that an administrator has suspended. Nothing of theirs is deleted; whatever reads who asks (sessions, keys, answers being
-- written, links to chats) asks this table too.
create table suspensions (
  user_id text primary key references "user" (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now()
);
create index suspensions_made_by on suspensions (made_by);
select stet_secure_by('suspensions', condition, condition, condition)
  from (select '(select stet_is_administrator())' as condition) as conditions;

-- The account's row is locked first, so that a sign-in that has just passed is complete, and its session deleted with the others.
create function lock_suspended_account() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform 1 from "user" where id = new.user_id for update;
  return new;
end $$;
create trigger account_locked before insert on suspensions for each row execute function lock_suspended_account();

-- An import stops at its next step, and is taken up again when its owner next opens the page.
create function end_suspended_access() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update imports set process_id = '' where owner_id = new.user_id and status in ('reading', 'importing');
  perform notify_access(new.user_id);
  return null;
end $$;
create trigger account_suspended after insert on suspensions for each row execute function end_suspended_access();

-- Fires after the foreign key, which waits for a suspension that is just being written. The accounts library refuses such a sign-in
-- with a sentence before it comes to this.
create function refuse_suspended_session() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if exists (select 1 from suspensions where user_id = new."userId") then
    raise exception 'the account is suspended';
  end if;
  return null;
end $$;
create trigger suspended_refused after insert on session for each row execute function refuse_suspended_session();

-- The list of people is read page by page, newest first.
create index user_by_age on "user" ("createdAt", id);

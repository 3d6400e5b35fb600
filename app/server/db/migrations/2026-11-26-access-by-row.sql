-- Row-level security: a person's statement finds and changes their own rows and those shared with them, whatever conditions it has
-- or has not. It runs in the role stet_person (db/person-role.ts), with who asks in settings that end with its transaction
-- (db/acting.ts). What Stet does by itself runs as the owner of the tables, to whom policies do not apply: they are not forced.

create function stet_user() returns text language sql stable as $$ select current_setting('stet.user', true) $$;
-- The ids of the organizations; a personal workspace is "-".
create function stet_places() returns text[] language sql stable as $$
  select string_to_array(current_setting('stet.places', true), ',')
$$;
create function stet_is_own_share(user_id text, email text) returns boolean language sql stable as $$
  select user_id = current_setting('stet.user', true)
    or (user_id is null and email = nullif(current_setting('stet.email', true), ''))
$$;
-- Read once a statement, as the owner: otherwise the policies of projects and of their shares would evaluate each other without end.
create function stet_shared_projects() returns uuid[] language sql stable security definer set search_path from current as $$
  select coalesce(array_agg(project_shares.project_id), '{}') from project_shares
  join projects on projects.id = project_shares.project_id
  where (project_shares.user_id = current_setting('stet.user', true)
      or (project_shares.user_id is null and project_shares.email = nullif(current_setting('stet.email', true), '')))
    and coalesce(projects.organization_id, '-') = any (string_to_array(current_setting('stet.places', true), ','))
$$;

-- What later migrations call for their tables. Several policies for one command are joined by "or" and planned each time, so there is
-- one for each: who sees a row (`seen`), who changes and deletes it (`own`), and what it may become (`made`).
create function stet_secure(names text[]) returns void language plpgsql as $$
declare name text;
begin
  foreach name in array names loop
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;
create function stet_secure_by(name text, seen text, own text, made text) returns void language plpgsql as $$
begin
  perform stet_secure(array[name]);
  execute format('create policy seen on %I for select using (%s)', name, seen);
  execute format('create policy made on %I for insert with check (%s)', name, made);
  execute format('create policy changed on %I for update using (%s) with check (%s)', name, own, made);
  execute format('create policy deleted on %I for delete using (%s)', name, own);
end $$;
-- Made by one person (owner_id) in one place (organization_id); or else what `otherwise` says. A case, because of an "or" the planner
-- would make index scans of its own, and believe that what a query asks for already is rarer still.
create function stet_own_or(otherwise text) returns text language sql immutable as $$
  select format($sql$case when owner_id = (select stet_user()) then coalesce(organization_id, '-') = any ((select stet_places())::text[])
    else %s end$sql$, otherwise)
$$;
create function stet_secure_owned(name text) returns void language sql as $$
  select stet_secure_by(name, stet_own_or('false'), stet_own_or('false'), stet_own_or('false'))
$$;
-- Read by all who see the row of `parent` that it belongs to, changed by that row's owner.
create function stet_secure_part(name text, parent text, key text) returns void language plpgsql as $$
declare
  seen text := format('exists (select 1 from %2$I where %2$I.id = %1$I.%3$I)', name, parent, key);
  own text := format('exists (select 1 from %2$I where %2$I.id = %1$I.%3$I and %2$I.owner_id = (select stet_user()))', name, parent, key);
begin
  perform stet_secure_by(name, seen, own, own);
end $$;

select stet_secure_owned(name) from unnest(array['prompts', 'spelling_memory']) as name;
select stet_secure_by('projects', stet_own_or('id = any ((select stet_shared_projects())::uuid[])'), stet_own_or('false'),
  stet_own_or('false'));
-- Seen with the project, and put into it only by its owner.
select stet_secure_by(name, stet_own_or('project_id = any ((select stet_shared_projects())::uuid[])'), stet_own_or('false'),
    stet_own_or('false') || format(' and (project_id is null
      or exists (select 1 from projects where projects.id = %I.project_id and projects.owner_id = (select stet_user())))', name))
  from unnest(array['drafts', 'chats', 'files']) as name;

select stet_secure_part('draft_versions', 'drafts', 'draft_id');
select stet_secure_part(name, 'chats', 'chat_id')
  from unnest(array['chat_documents', 'chat_texts', 'messages', 'operations', 'runs']) as name;
select stet_secure_part(name, 'files', 'file_id')
  from unnest(array['file_texts', 'file_indexes', 'file_postings', 'file_vectors']) as name;

select stet_secure(array['run_events', 'chat_shares', 'sent_requests', 'sent_pieces', 'comments', 'project_shares']);
-- Of a draft or of a chat, whichever column is set.
select stet_secure_by('proposed_changes',
  'exists (select 1 from drafts where drafts.id = draft_id) or exists (select 1 from chats where chats.id = chat_id)', own, own)
  from (select 'exists (select 1 from drafts where drafts.id = draft_id and drafts.owner_id = (select stet_user()))
    or exists (select 1 from chats where chats.id = chat_id and chats.owner_id = (select stet_user()))' as own) as conditions;
create policy seen on run_events for select using (exists (select 1 from runs where runs.id = run_events.run_id));

-- The chat's owner alone.
create policy own on chat_shares
  using (exists (select 1 from chats where chats.id = chat_shares.chat_id and chats.owner_id = (select stet_user())));
create policy own on sent_requests for select
  using (exists (select 1 from chats where chats.id = sent_requests.chat_id and chats.owner_id = (select stet_user())));
create policy own on sent_pieces for select
  using (exists (select 1 from chats where chats.id = sent_pieces.chat_id and chats.owner_id = (select stet_user())));

-- Whoever sees a draft comments on it; a comment is changed by its writer and by the owner of the draft.
create policy seen on comments for select using (exists (select 1 from drafts where drafts.id = comments.draft_id));
create policy written on comments for insert
  with check (author_id = (select stet_user()) and exists (select 1 from drafts where drafts.id = comments.draft_id));
create policy changed on comments for update
  using (exists (select 1 from drafts where drafts.id = comments.draft_id
    and (comments.author_id = (select stet_user()) or drafts.owner_id = (select stet_user()))));

-- The project's owner; whom it is shared with reads the share and accepts it.
create policy own on project_shares
  using (exists (select 1 from projects where projects.id = project_shares.project_id and projects.owner_id = (select stet_user())));
create policy mine on project_shares for select using (stet_is_own_share(user_id, email));
create policy accepted on project_shares for update using (stet_is_own_share(user_id, email))
  with check (user_id = (select stet_user()));

-- Of the account.
select stet_secure(array['plan_tokens', 'plan_tokens_months', 'passkeys', 'known_devices', 'tried_codes', 'account', 'session']);
create policy own on plan_tokens using (user_id = (select stet_user()));
create policy own on plan_tokens_months for select using (user_id = (select stet_user()));
create policy own on passkeys using (user_id = (select stet_user()));
create policy own on known_devices using (user_id = (select stet_user()));
create policy own on tried_codes using (user_id = (select stet_user()));
create policy own on account using ("userId" = (select stet_user()));
create policy own on session using ("userId" = (select stet_user()));

-- Of an organization one is in; what one may do there depends on the role, which the queries check.
select stet_secure(array['api_keys', 'api_usage', 'api_usage_months', 'removed_members', 'inherited_projects', 'security_events',
  'billing_customers', 'subscriptions']);
create policy here on api_keys using (organization_id = any ((select stet_places())::text[]));
create policy here on api_usage for select using (organization_id = any ((select stet_places())::text[]));
create policy here on api_usage_months for select using (organization_id = any ((select stet_places())::text[]));
create policy here on removed_members for select using (organization_id = any ((select stet_places())::text[]));
create policy here on inherited_projects for select
  using (exists (select 1 from removed_members where removed_members.id = inherited_projects.removal_id));
create policy here on security_events for select
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));
create policy here on billing_customers
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));
create policy here on subscriptions for select
  using (exists (select 1 from billing_customers where billing_customers.id = subscriptions.customer_id));

-- Without a policy: only Stet itself uses these, a person's statement finds no row in them.
select stet_secure(array['comment_notices', 'comment_letters', 'billing_events', 'twoFactor', 'verification', 'letters', 'limits_used',
  'model_requests']);

-- What a trigger does after a change does not depend on who made it.
alter function notify_share_access() security definer set search_path from current;
alter function notify_project_viewers(uuid) security definer set search_path from current;
alter function drop_methods_before_proof() security definer set search_path from current;
alter function note_searched_message() security definer set search_path from current;
alter function note_searched_title() security definer set search_path from current;

-- The chat's owner alone; written by Stet and by the triggers above.
select stet_secure(array['chat_summaries', 'chat_search']);
create policy own on chat_summaries for select
  using (exists (select 1 from chats where chats.id = chat_summaries.chat_id and chats.owner_id = (select stet_user())));
create policy own on chat_search for select using (owner_id = (select stet_user()));
-- As the owner of the table: behind a policy its index could not be used. The trigrams are the searcher's own numbers, and of the
-- chats that it names, the search reads only those that the policies of chats show.
alter function chats_with_trigrams(int4[]) security definer set search_path from current;

-- A person's own, and those of their organizations; who may change an organization's depends on the role, which the queries check.
select stet_secure(array['writing_styles']);
create policy here on writing_styles
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));

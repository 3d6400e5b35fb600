-- The search of chats by words instead of trigrams (server/db/searched-words.ts): each text has the numbers of its words, and each owner
-- a vocabulary, in which a word is found by a part of it. The triggers of 2026-11-25-searched-chats.sql stay as they are, but for the
-- column's name.
drop table chat_search;
drop function chats_with_trigrams(int4[]);

create table chat_search (
  -- A message, or the chat itself for its title.
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  owner_id text not null,
  -- Null if the text has not been indexed yet or has changed since; then the text itself is searched.
  words int4[],
  -- Too many to be indexed: always searched itself.
  is_too_large boolean not null default false,
  -- Goes up with every change: what was read from an earlier text is not stored.
  round integer not null default 0
);
-- Rows stay small: a search reads none of the arrays.
alter table chat_search alter column words set storage external;
alter table chat_search set (toast_tuple_target = 128);
create index chat_search_by_chat on chat_search (chat_id);
create index chat_search_unread on chat_search (id) where words is null and not is_too_large;
create index chat_search_unread_of on chat_search (owner_id) where words is null;
create index chat_search_words on chat_search using gin (words) with (gin_pending_list_limit = 128) where words is not null;

create table chat_words (
  owner_id text not null references "user" (id) on delete cascade,
  word int4 not null,
  -- The numbers of the word's parts, of one, two and three signs.
  grams int4[] not null,
  primary key (owner_id, word)
);
create index chat_words_grams on chat_words using gin (grams) with (gin_pending_list_limit = 128);

select stet_secure(array['chat_search', 'chat_words']);
create policy own on chat_search for select using (owner_id = (select stet_user()));
create policy own on chat_words for select using (owner_id = (select stet_user()));

create or replace function note_searched_message() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    delete from chat_search where id = old.id;
  else
    insert into chat_search as known (id, chat_id, owner_id)
      select new.id, new.chat_id, chats.owner_id from chats where chats.id = new.chat_id
    on conflict (id) do update set words = null, is_too_large = false, round = known.round + 1;
  end if;
  return null;
end $$;

create or replace function note_searched_title() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into chat_search as known (id, chat_id, owner_id) values (new.id, new.id, new.owner_id)
  on conflict (id) do update set words = null, is_too_large = false, round = known.round + 1;
  -- Words are numbered by owner.
  if tg_op = 'UPDATE' and old.owner_id <> new.owner_id then
    update chat_search set owner_id = new.owner_id, words = null, is_too_large = false, round = round + 1 where chat_id = new.id;
  end if;
  return null;
end $$;

select note_all_searched();

-- As the owner of the tables: behind a policy the indexes could not be used. All numbers are the searcher's own, and of the chats named
-- here a search reads only those that the policies of chats show. Only the indexes are of use, however common the planner takes a number
-- to be.
create function words_with_grams(wanted int4[], most integer) returns setof int4 language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan
  as $$ select word from chat_words where grams @> wanted limit most $$;

-- The chats with a text that has one word of each of `wanted`. Each of these holds alternatives, as arrays of a few words: an index scan
-- compares every one of its words at every text.
create function chats_with_words(wanted jsonb) returns setof uuid language plpgsql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  as $$
declare condition text;
begin
  select string_agg('(' || alternatives || ')', ' and ') into condition from (
    select string_agg(format('words && %L::int4[]', one #>> '{}'), ' or ') as alternatives
    from jsonb_array_elements(wanted) with ordinality as part (arrays, nth), jsonb_array_elements(arrays) as one group by nth
  ) as parts;
  return query execute 'select chat_id from chat_search where words is not null and ' || condition;
end $$;

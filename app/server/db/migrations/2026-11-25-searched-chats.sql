-- The index of the search of chats: for each message and each title the trigrams of its text (server/db/trigrams.ts).
-- A row without them has not been read yet, or its text has changed since; then the text itself is searched. So
-- the search is right in the transaction that stores a text, and texts are read into the index behind it.
create table chat_search (
  -- A message, or the chat itself for its title.
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  owner_id text not null,
  trigrams int4[],
  -- Too many to be indexed: always searched itself.
  is_too_large boolean not null default false,
  -- Goes up with every change: what was read from an earlier text is not stored.
  round integer not null default 0
);
-- Rows stay small: a search reads none of the arrays.
alter table chat_search alter column trigrams set storage external;
alter table chat_search set (toast_tuple_target = 128);
create index chat_search_by_chat on chat_search (chat_id);
create index chat_search_unread on chat_search (id) where trigrams is null and not is_too_large;
create index chat_search_unread_of on chat_search (owner_id) where trigrams is null;
create index chat_search_trigrams on chat_search using gin (trigrams) with (gin_pending_list_limit = 128) where trigrams is not null;

create function note_searched_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from chat_search where id = old.id;
  else
    insert into chat_search as known (id, chat_id, owner_id)
      select new.id, new.chat_id, chats.owner_id from chats where chats.id = new.chat_id
    on conflict (id) do update set trigrams = null, is_too_large = false, round = known.round + 1;
  end if;
  return null;
end $$;
create trigger searched_message_added after insert or delete on messages for each row execute function note_searched_message();
create trigger searched_message_changed after update of content on messages for each row
  when (old.content is distinct from new.content) execute function note_searched_message();

create function note_searched_title() returns trigger language plpgsql as $$
begin
  insert into chat_search as known (id, chat_id, owner_id) values (new.id, new.id, new.owner_id)
  on conflict (id) do update set trigrams = null, is_too_large = false, round = known.round + 1;
  -- Trigrams are numbered by owner.
  if tg_op = 'UPDATE' and old.owner_id <> new.owner_id then
    update chat_search set owner_id = new.owner_id, trigrams = null, is_too_large = false, round = round + 1 where chat_id = new.id;
  end if;
  return null;
end $$;
create trigger searched_title_added after insert on chats for each row execute function note_searched_title();
create trigger searched_title_changed after update of title, owner_id on chats for each row
  when (old.title is distinct from new.title or old.owner_id is distinct from new.owner_id) execute function note_searched_title();

-- What has no row yet: everything from before this index, and what an import brings.
create function note_all_searched() returns void language sql as $$
  insert into chat_search (id, chat_id, owner_id) select id, id, owner_id from chats on conflict (id) do nothing;
  insert into chat_search (id, chat_id, owner_id)
    select messages.id, chats.id, chats.owner_id from messages join chats on chats.id = messages.chat_id on conflict (id) do nothing
$$;
select note_all_searched();

create function chats_with_trigrams(wanted int4[]) returns setof uuid language sql stable
  -- Only the index is of use, however common the planner takes a trigram to be.
  set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan
  as $$ select chat_id from chat_search where trigrams is not null and trigrams @> wanted $$;

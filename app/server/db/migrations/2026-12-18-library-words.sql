-- The search of the library: the words of an item's name, summary and text (server/data/library/library-words.ts). Null in
-- what was stored before this column, until it has been read; its text itself is searched meanwhile.

alter table library_templates
  add column words tsvector,
  -- Those of name and summary alone: ranks are read of it, beside the row, where very many texts have a word.
  add column head_words tsvector;
alter table library_templates alter column words set storage external;
alter table library_templates alter column head_words set storage main;
create index library_templates_words on library_templates using gin (words) with (gin_pending_list_limit = 128) where words is not null;
create index library_templates_unread on library_templates (id) where words is null;

-- As the owner of the table: behind its policy the index could not be used. The places are those the policy asks for.
create function library_with_words(wanted tsquery) returns setof uuid language sql stable security definer rows 20
  set search_path from current
  as $$ select id from library_templates where words is not null and words @@ wanted
    and (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[])) $$;

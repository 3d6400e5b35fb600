-- The lookups of the search run as the owner of the tables, to which the policies do not apply. They now name the actor themselves, so
-- another person's numbers would find nothing even if they were known.
create or replace function words_with_grams(wanted int4[], most integer) returns setof int4 language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan
  as $$ select word from chat_words where grams @> wanted and owner_id = (select stet_user()) limit most $$;

create or replace function chats_with_words(wanted jsonb) returns setof uuid language plpgsql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  as $$
declare condition text;
begin
  select string_agg('(' || alternatives || ')', ' and ') into condition from (
    select string_agg(format('words && %L::int4[]', one #>> '{}'), ' or ') as alternatives
    from jsonb_array_elements(wanted) with ordinality as part (arrays, nth), jsonb_array_elements(arrays) as one group by nth
  ) as parts;
  return query execute 'select chat_id from chat_search where words is not null and owner_id = (select stet_user()) and ' || condition;
end $$;

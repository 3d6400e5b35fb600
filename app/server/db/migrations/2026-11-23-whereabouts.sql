-- A person's time zone and language, as their browser last said them.

alter table "user"
  add column time_zone text,
  add column locale text;

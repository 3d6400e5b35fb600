-- A key whose maker's account is gone works no more, but keeps its row: what it
-- used still shows under its name.

alter table api_keys alter column created_by drop not null;
alter table api_keys drop constraint api_keys_created_by_fkey;
alter table api_keys add foreign key (created_by) references "user" (id) on delete set null;

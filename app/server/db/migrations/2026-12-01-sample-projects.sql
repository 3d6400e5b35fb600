-- A project to try things on, opened from the home of a workspace.
alter table projects add column is_sample boolean not null default false;

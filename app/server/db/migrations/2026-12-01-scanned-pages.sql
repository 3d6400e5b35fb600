-- The pages of a file that hold a picture and no words, and whose picture is not in the text yet; null if there are none.
alter table files add column scanned_pages jsonb;
-- How many pages the text has from their pictures.
alter table files add column recognised_pages integer not null default 0;
-- What the picture of a page was read as (core/sources/recognised-page.ts).
create table file_pages (
  file_id uuid not null references files (id) on delete cascade,
  page integer not null,
  content jsonb not null,
  primary key (file_id, page)
);
select stet_secure_part('file_pages', 'files', 'file_id');

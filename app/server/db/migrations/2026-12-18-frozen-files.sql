-- Files that were made to be rows of reviews: what each was made from. They are there as long as they are rows.
alter table files add column frozen jsonb;

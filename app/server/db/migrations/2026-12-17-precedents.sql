-- A draft that is worth using again: it is listed in the library of everyone who may read it.

alter table drafts add column precedent_since timestamptz;
create index drafts_precedents on drafts (precedent_since desc, id desc) where precedent_since is not null and removed_at is null;

-- What an organization may use. No plan of its own yet: the one that new
-- accounts start on. Seats: how many members it may have; null is what its plan
-- includes.
alter table organization
  add column plan text check (plan in ('free', 'starter', 'starter-pending-cancel', 'professional')),
  add column seats integer check (seats > 0);

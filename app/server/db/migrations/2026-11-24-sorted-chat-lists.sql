-- The list of one place, newest first. Two, because "is null" does not tell the planner that an index is in order.
create index chats_listed_own on chats (owner_id, updated_at desc, id) where organization_id is null and not temporary;
create index chats_listed on chats (owner_id, organization_id, updated_at desc, id) where organization_id is not null and not temporary;
-- Still for those of a person in all places.
drop index chats_by_owner;
create index chats_by_owner on chats (owner_id);

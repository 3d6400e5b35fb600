-- Deleting a row looks for the rows that point at it, by that column alone:
-- without these, deleting a chat reads all messages once for each of its own.

drop index messages_by_parent;
create index messages_by_parent on messages (parent_id);
create index chats_by_organization on chats (organization_id) where organization_id is not null;

-- The log of the administrators holds few of the events, and is read newest first.
create index security_events_by_kind on security_events (kind, id desc);

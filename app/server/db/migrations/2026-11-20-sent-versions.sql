-- When a version of a draft was saved as a file to be sent: what is changed
-- after it is what the other side has not seen.

alter table draft_versions add column sent_at timestamptz;

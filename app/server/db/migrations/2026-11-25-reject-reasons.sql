-- Why a person rejected a change, in one line: shown with it, and told to the next request.
alter table proposed_changes add column reject_reason text;

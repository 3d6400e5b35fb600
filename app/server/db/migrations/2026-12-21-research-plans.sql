-- A plan that was paid for is not asked for again, even if the server was killed before its job had ended.
alter table research_runs add column planned_at timestamptz;

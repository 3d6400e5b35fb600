-- Whom the writer acts for, against whom and under which law: stated to the model with every question in the project.
alter table projects add column matter jsonb not null default '{}' check (jsonb_typeof(matter) = 'object');

-- What a lawyer must know of a text of law, and the day on which its source will have another one by itself.
alter table law_acts add column note text;
alter table law_fetches add column changes_on date;

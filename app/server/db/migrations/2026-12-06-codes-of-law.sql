-- All codes are read into memory for the first question: off an index, without the vectors beside them.
create index law_vectors_codes on law_vectors (model, dimensions, id) include (act_id, code);
-- And how many vectors an act has of a model.
drop index law_vectors_by_act;
create index law_vectors_by_act on law_vectors (act_id, model);

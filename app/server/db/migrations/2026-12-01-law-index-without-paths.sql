-- The headings around a section are no longer in the index of law: it is built again at the next start.
delete from law_postings;
delete from law_statistics;

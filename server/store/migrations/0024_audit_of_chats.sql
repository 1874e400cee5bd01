-- What was done in one chat, the newest first.
create index audit_subject on audit (subject_kind, subject_id, id);

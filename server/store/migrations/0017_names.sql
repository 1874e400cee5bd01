-- Searches by a part of a name read every account; this column has the name in lower case.
alter table account add column search_name text not null default '';
update account set search_name = $FOLD(first_name || ' ' || last_name $COLLATION);
create index audit_origin on audit (origin, id);

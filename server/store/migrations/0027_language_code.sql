-- The language of the client that a person has used last, as an IETF tag in lower case; empty if it is not known.
alter table account add column language_code text not null default '';
alter table person drop column language_code;

-- From which network address a person did something, and a session was used last; empty if it is not known.
alter table audit add column client_address text not null default '';
alter table session add column client_address text not null default '';

-- What a webhook's own certificate is checked against, as PEM; empty where public authorities vouch for it.
alter table webhook add column certificate text not null default '';

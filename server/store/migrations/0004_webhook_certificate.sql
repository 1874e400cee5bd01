-- The certificate that the webhook's server must present, as PEM; empty if a public authority has signed it.
alter table webhook add column certificate text not null default '';

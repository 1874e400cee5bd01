-- The IP address that the host of the webhook had when it was set; empty if it was not found. Connections look it up anew.
alter table webhook add column resolved_ip_address text not null default '';

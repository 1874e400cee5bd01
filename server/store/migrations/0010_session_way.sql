-- How a session was opened: one of SIGN_IN_WAYS; empty for sessions of earlier versions.
alter table session add column way text not null default '';

-- Finds the sessions that have expired.
create index session_expiry on session (expires_at);

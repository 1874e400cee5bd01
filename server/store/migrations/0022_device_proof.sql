-- How the person of a session has proven who they are when it let a device in: one of SIGN_IN_WAYS, and when.
alter table device_code add column proven_way text not null default '';
alter table device_code add column proven_at $INT not null default 0;

-- The same, of a session that was let in so. Other sessions have their own way and time.
alter table session add column proven_way text not null default '';
alter table session add column proven_at $INT not null default 0;

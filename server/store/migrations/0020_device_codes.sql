-- Codes by which an open session lets another device sign in: at most one for each session.
create table device_code (
  -- the session that shows it; without that session the row is worthless
  session_id $INT primary key,
  person_id $INT not null references person (account_id),
  -- keyed hash of what the QR code has
  code_hash text not null unique,
  -- 'shown', 'claimed', 'confirmed' or 'refused'
  state text not null,
  -- keyed hash of what the device has that claimed the code
  claim_hash text unique,
  -- what both screens show, so that the person sees that it is their device
  number text not null default '',
  -- of the device that claimed the code
  label text not null default '',
  client_address text not null default '',
  expires_at $INT not null
);

create index device_code_expiry on device_code (expires_at);
create index device_code_person on device_code (person_id);

-- Passkeys of people: public keys, with which assertions of their authenticators are checked.
create table passkey (
  id $INT primary key,
  person_id $INT not null references person (account_id),
  -- made by the authenticator, in base64url
  credential_id text not null unique,
  -- a COSE key in base64url
  public_key text not null,
  -- the newest signature counter; 0 for authenticators without one
  counter $INT not null,
  -- how browsers reach the authenticator: a JSON array
  transports text not null,
  -- the domain for which it was made
  rp_id text not null,
  -- random, the same for all of a person; authenticators keep one passkey of it, and give it back at sign-in
  user_handle text not null,
  name text not null,
  -- 1 if it is kept by a service that copies it to other devices
  is_synced $INT not null,
  created_at $INT not null,
  used_at $INT
);
create index passkey_person on passkey (person_id);

-- Authenticator apps: a person and their app make the same codes from the secret.
create table authenticator_app (
  person_id $INT primary key references person (account_id),
  -- sealed with the service's key
  secret text not null,
  -- the newest time step whose code was accepted; no code of it or of an earlier one is accepted again
  last_step $INT not null,
  created_at $INT not null
);

-- Recovery codes that are left, as keyed hashes.
create table recovery_code (
  person_id $INT not null references person (account_id),
  code_hash text not null,
  primary key (person_id, code_hash)
);

-- Attempts to give a second factor in the current window; a right code ends it.
create table second_factor_try (
  person_id $INT primary key references person (account_id),
  count $INT not null,
  since $INT not null
);

-- Password resets that were asked for by mail. They are apart from the one that an owner makes, so that a request of a
-- stranger replaces neither that nor an earlier one.

create table mailed_reset (
  -- of the code in the mail
  code_hash text primary key,
  -- null if the name led to nobody
  person_id $INT references person (account_id),
  -- whether it was asked for at a place from which the person was signed in: these count by themselves
  is_known_place $INT not null,
  -- rows stay for a day, because the limit counts them
  created_at $INT not null,
  expires_at $INT not null
);
create index mailed_reset_person on mailed_reset (person_id, created_at) where person_id is not null;
create index mailed_reset_created on mailed_reset (created_at);

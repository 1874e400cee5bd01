-- The network addresses from which a person has signed in, as keyed hashes.
create table sign_in_place (
  person_id $INT not null references person (account_id),
  place text not null,
  used_at $INT not null,
  primary key (person_id, place)
);

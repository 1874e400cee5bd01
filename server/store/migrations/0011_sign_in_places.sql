-- Where a person has been signed in: keyed hashes of network addresses.
create table sign_in_place (
  person_id $INT not null references person (account_id),
  place text not null,
  used_at $INT not null,
  primary key (person_id, place)
);

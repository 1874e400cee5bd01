-- Mail: verified addresses of people, and mails that wait to be sent.

create table mail_address (
  person_id $INT primary key references person (account_id),
  address text not null,
  -- in lower case: nobody else has it
  folded text not null unique,
  verified_at $INT not null
);

-- An address that its owner has still to confirm.
create table mail_claim (
  person_id $INT primary key references person (account_id),
  address text not null,
  code_hash text not null unique,
  expires_at $INT not null
);

create table outgoing_mail (
  id $INT primary key,
  kind text not null,
  -- the person who has caused it: turns and the limit count by it
  account_id $INT not null,
  -- the person it is for; null for one without an account
  person_id $INT,
  address text not null,
  -- the code in it is made from this and the secret key; empty if it has none
  nonce text not null,
  -- JSON
  detail text not null,
  created_at $INT not null,
  -- when it is given up
  expires_at $INT not null,
  -- the next attempt; null when it was sent, withdrawn or given up
  due_at $INT,
  attempts $INT not null
);
create index outgoing_mail_due on outgoing_mail (due_at) where due_at is not null;
create index outgoing_mail_done on outgoing_mail (created_at) where due_at is null;
create index outgoing_mail_account on outgoing_mail (account_id, created_at);
create index outgoing_mail_person on outgoing_mail (person_id) where person_id is not null;

-- Digests by mail of mentions that stayed unread.

-- A row for each person who wants them.
create table mail_digest (
  person_id $INT primary key references person (account_id),
  -- "hourly" or "daily"
  every text not null,
  -- when the next one is made, if there is anything to tell
  due_at $INT not null,
  -- messages up to then were in an earlier digest, or are older than the setting
  covered_until $INT not null
);
create index mail_digest_due on mail_digest (due_at);

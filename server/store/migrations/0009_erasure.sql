-- Erasure of people.

-- People who were erased. The row stays, so that nobody restores the account.
create table erasure (
  person_id $INT primary key references person (account_id),
  -- 1: their messages are deleted too
  deletes_messages $INT not null,
  at $INT not null,
  -- what maintenance has still to do: chats after this one, then the rest; null when all is done
  next_chat $INT
);
create index erasure_open on erasure (person_id) where next_chat is not null;

-- Finds the reactions of a person who is erased.
create index reaction_account on reaction (account_id);

-- Reactions to messages.

-- One row for each emoji of each account.
create table reaction (
  chat_id $INT not null,
  message_id $INT not null,
  account_id $INT not null,
  emoji text not null,
  -- the chat that is shown in place of the account: the group, of its anonymous administrator
  sender_chat_id $INT,
  at $INT not null,
  primary key (chat_id, message_id, account_id, emoji)
);

-- Messages with reactions that their sender has not seen.
create table unseen_reaction (
  account_id $INT not null,
  chat_id $INT not null,
  message_id $INT not null,
  primary key (account_id, chat_id, message_id)
);
create index unseen_reaction_message on unseen_reaction (chat_id, message_id);

-- How often a message has each reaction, as JSON: [[emoji, count], …], the earliest first; null if it has none.
alter table message add column reactions text;

-- The reactions that may be added in the chat, as a JSON array of emoji; null for all.
alter table chat add column reactions text;

-- Whether the person is told of reactions to their messages.
alter table person add column reaction_notices $INT not null default 1;

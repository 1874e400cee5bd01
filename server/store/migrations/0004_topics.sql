-- Topics of groups, and of private chats with bots.

-- whether the chat has topics; private chats have them without it
alter table chat add column is_forum $INT not null default 0;

-- the topic: the id of the message that created it, 1 for General; null outside of topics and in messages of a group
-- from before it had topics, which are in General
alter table message add column thread_id $INT;
-- Finds the messages of a topic, and counts the unread ones in the index alone.
create index message_thread on message (chat_id, thread_id, message_id, sender_id) where thread_id is not null;

-- the number of others' messages after the read pointer that the person has read in their topics
alter table member add column read_in_topics $INT not null default 0;

create table topic (
  chat_id $INT not null,
  thread_id $INT not null,
  name text not null,
  -- an RGB colour
  icon_color $INT not null,
  icon_custom_emoji_id text,
  -- who created it; null for General
  creator_id $INT,
  created_at $INT not null,
  is_closed $INT not null default 0,
  -- only General can be hidden
  is_hidden $INT not null default 0,
  -- of General: the newest message id when the group got its topics; up to it, messages without a topic are in General
  plain_up_to $INT not null default 0,
  -- a deleted topic, whose messages maintenance has still to delete
  is_deleted $INT not null default 0,
  primary key (chat_id, thread_id)
);
create index topic_deleted on topic (chat_id, thread_id) where is_deleted = 1;

-- How far a person has read a topic, and their settings of it; no row if they have done neither.
create table topic_reader (
  chat_id $INT not null,
  thread_id $INT not null,
  account_id $INT not null,
  -- the newest message of the topic that the person has read; never decreases
  read_up_to $INT not null default 0,
  muted_until $INT not null default 0,
  primary key (account_id, chat_id, thread_id)
);
-- Finds those who have read a message that is deleted.
create index topic_reader_thread on topic_reader (chat_id, thread_id, read_up_to);

-- Retention: how long data is kept, and what is kept regardless of it.

create table retention_rule (
  -- the group or channel; 0 for the service
  chat_id $INT not null,
  kind text not null,
  -- days, of updates hours; in a chat 0 for no end
  period $INT not null,
  -- 1: set by an owner of the service; 0: by the owner of the chat
  is_by_service $INT not null,
  primary key (chat_id, kind)
);

create index retention_rule_kind on retention_rule (kind);

-- Chats and people whose messages neither retention nor an erasure deletes.
create table legal_hold (
  -- 'chat' or 'person'
  subject_kind text not null,
  subject_id $INT not null,
  reason text not null,
  at $INT not null,
  primary key (subject_kind, subject_id)
);

-- Finds the oldest messages with files.
create index message_with_file on message (chat_id, message_id) where file_id is not null;

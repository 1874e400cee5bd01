-- $ID: a generated row id; $INT: an integer within ±2^53; $BYTES: binary data. Each engine has its own types for them.
-- Dates are Unix times in seconds. Flags are 0 or 1. Ids of accounts, chats and streams share one number space.

create table counter (
  name text primary key,
  value $INT not null
);

create table account (
  id $INT primary key,
  is_bot $INT not null,
  first_name text not null,
  last_name text not null default '',
  username text,
  about text not null default '',
  photo text,
  created_at $INT not null,
  suspended_at $INT
);

-- User names of people, bots, groups and channels are unique together; `name` is in lower case.
create table username (
  name text primary key,
  owner $INT not null unique
);

create table bot (
  account_id $INT primary key references account (id),
  owner_id $INT,
  token_hash text not null unique,
  privacy $INT not null default 1,
  can_join_groups $INT not null default 1,
  dialect text,
  description text not null default '',
  -- JSON array of the allowed update kinds; null for the default set
  allowed_updates text,
  logged_out_at $INT,
  -- a deleted bot is also suspended, permanently
  deleted_at $INT
);
create index bot_owner on bot (owner_id);

create table bot_commands (
  bot_id $INT not null references bot (account_id),
  scope text not null,
  language text not null,
  commands text not null,
  primary key (bot_id, scope, language)
);

-- The state of the assistant's chat with a person: an open prompt, and messages that still show a token.
create table assistant_note (
  person_id $INT primary key,
  note text not null,
  due_at $INT
);
create index assistant_note_due on assistant_note (due_at) where due_at is not null;

create table webhook (
  bot_id $INT primary key references bot (account_id),
  url text not null,
  secret text not null default '',
  max_connections $INT not null,
  ip_address text not null default '',
  set_at $INT not null,
  last_error_at $INT,
  last_error text,
  expired $INT not null default 0
);

create table person (
  account_id $INT primary key references account (id),
  password_hash text,
  is_owner $INT not null default 0,
  language_code text not null default '',
  -- the last activity, accurate to minutes; kept after the sessions end
  seen_at $INT
);

create table session (
  token_hash text primary key,
  id $INT not null unique,
  person_id $INT not null references person (account_id),
  label text not null,
  created_at $INT not null,
  seen_at $INT not null,
  expires_at $INT not null
);
create index session_person on session (person_id);

create table invitation (
  code_hash text primary key,
  id $INT not null unique,
  created_by $INT,
  makes_owner $INT not null default 0,
  created_at $INT not null,
  expires_at $INT not null,
  used_by $INT,
  used_at $INT,
  revoked_at $INT
);

-- Password resets: the code allows choosing a new password, once.
create table password_reset (
  person_id $INT primary key references person (account_id),
  code_hash text not null unique,
  expires_at $INT not null
);

-- The audit log of administrative actions. No row contains a token, a code or a password.
create table audit (
  id $ID,
  at $INT not null,
  -- 'person', 'operator' (no actor) or 'stranger' (not signed in)
  origin text not null,
  actor_id $INT,
  action text not null,
  -- 'person', 'bot', 'invitation', or '' if the action has no target
  subject_kind text not null,
  subject_id $INT,
  detail text not null
);
create index audit_at on audit (at);
create index audit_actor on audit (actor_id, id);
create index audit_action on audit (action, id);

create table chat (
  id $INT primary key,
  type text not null,
  title text not null default '',
  description text not null default '',
  username text,
  photo text,
  creator_id $INT,
  permissions $INT not null default 0,
  member_count $INT not null default 0,
  created_at $INT not null,
  -- the two accounts of a private chat, the lower id first
  low_id $INT,
  high_id $INT
);
create unique index chat_pair on chat (low_id, high_id);

create table member (
  chat_id $INT not null references chat (id),
  account_id $INT not null references account (id),
  is_bot $INT not null,
  status text not null,
  is_member $INT not null,
  rights $INT not null default 0,
  permissions $INT not null default 0,
  until $INT not null default 0,
  custom_title text not null default '',
  is_anonymous $INT not null default 0,
  promoted_by $INT,
  since $INT not null,
  -- the newest message that the person has read; never decreases
  read_up_to $INT not null default 0,
  primary key (chat_id, account_id)
);
create index member_account on member (account_id, chat_id);
create index member_bot on member (chat_id) where is_bot = 1;
create index member_administrator on member (chat_id) where status in ('creator', 'administrator');
create index member_excluded on member (chat_id) where status in ('restricted', 'kicked');

-- A person's settings of a chat in their list; no row if all are the defaults.
create table chat_setting (
  account_id $INT not null,
  chat_id $INT not null references chat (id),
  muted_until $INT not null default 0,
  is_archived $INT not null default 0,
  is_marked_unread $INT not null default 0,
  -- the draft, as JSON
  draft text,
  -- the position among the pinned chats of the list, 1 is the lowest; 0: not pinned
  pin_rank $INT not null default 0,
  primary key (account_id, chat_id)
);

create table invite_link (
  code text primary key,
  chat_id $INT not null references chat (id),
  creator_id $INT not null,
  name text not null default '',
  expires_at $INT not null default 0,
  member_limit $INT not null default 0,
  uses $INT not null default 0,
  is_primary $INT not null default 0,
  is_revoked $INT not null default 0,
  created_at $INT not null
);
create index invite_link_chat on invite_link (chat_id);

-- Rows are appended in commit order and found by the unique index. Media, keyboards and service messages are JSON in `content`.
create table message (
  row_id $ID,
  chat_id $INT not null,
  message_id $INT not null,
  sender_id $INT not null,
  sender_chat_id $INT,
  date $INT not null,
  edit_date $INT,
  reply_to $INT,
  media_group_id text,
  text text not null,
  content text not null
);
create unique index message_place on message (chat_id, message_id);

-- Unread messages that mention a person or reply to them.
create table mention (
  account_id $INT not null,
  chat_id $INT not null,
  message_id $INT not null,
  primary key (account_id, chat_id, message_id)
);
create index mention_message on mention (chat_id, message_id);

create table pinned_message (
  chat_id $INT not null,
  message_id $INT not null,
  at $INT not null,
  primary key (chat_id, message_id)
);

-- Idempotency keys: the key that a client gave a message before it had an id. A repeated call returns the same message.
create table send_key (
  account_id $INT not null,
  key text not null,
  chat_id $INT not null,
  message_id $INT not null,
  at $INT not null,
  primary key (account_id, key)
);

create table callback_query (
  id text primary key,
  bot_id $INT not null,
  account_id $INT not null,
  chat_id $INT not null,
  message_id $INT not null,
  at $INT not null,
  answer text
);

-- The media that a file_id refers to; the JSON contains the hashes of all its blobs.
create table file (
  id $ID,
  kind text not null,
  sha256 text not null,
  media text not null
);
create index file_bytes on file (sha256);

-- `head`: the last allocated number; `tail`: events up to this number are deleted.
-- `message_head`: the newest message_id of a chat.
create table stream (
  id $INT primary key,
  head $INT not null,
  tail $INT not null,
  message_head $INT not null
);

create table event (
  stream $INT not null,
  seq $INT not null,
  kind text not null,
  ref $INT not null,
  body text not null,
  at $INT not null,
  primary key (stream, seq)
);

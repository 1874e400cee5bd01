-- The schema of version 0.1.0.
--
-- $ID: a generated row id that is the primary key; $ROW_ID: one that need not be; $INT: an integer within ±2^53. Each
-- engine has its own types for them. Dates are Unix times in seconds. Flags are 0 or 1. Ids of accounts, chats and
-- streams share one number space. Every unique key of a table that grows with the messages leads with its chat or its
-- stream, so that the tables can be partitioned or distributed by it.

-- Accounts

create table counter (
  name text primary key,
  value $INT not null
);

create table account (
  id $INT primary key,
  is_bot $INT not null,
  first_name text not null,
  last_name text not null default '',
  -- first and last name in lower case, in which searches look for a part
  search_name text not null default '',
  username text,
  about text not null default '',
  photo text,
  -- the file in `photo`
  photo_file $INT,
  -- the language of the client that a person has used last, as an IETF tag in lower case; empty if it is not known
  language_code text not null default '',
  created_at $INT not null,
  suspended_at $INT
);
create index account_photo on account (photo_file) where photo_file is not null;

-- User names of people, bots, groups and channels are unique together; `name` is in lower case.
create table username (
  name text primary key,
  owner $INT not null unique
);

create table person (
  account_id $INT primary key references account (id),
  password_hash text,
  is_owner $INT not null default 0,
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
  expires_at $INT not null,
  -- from which network address it was used last; empty if it is not known
  client_address text not null default ''
);
create index session_person on session (person_id);

-- The network addresses from which a person has signed in, as keyed hashes.
create table sign_in_place (
  person_id $INT not null references person (account_id),
  place text not null,
  used_at $INT not null,
  primary key (person_id, place)
);

-- Password resets: the code allows choosing a new password, once.
create table password_reset (
  person_id $INT primary key references person (account_id),
  code_hash text not null unique,
  expires_at $INT not null
);

-- An invitation may have several uses, and add its users to chats.
create table invitation (
  code_hash text primary key,
  id $INT not null unique,
  created_by $INT,
  makes_owner $INT not null default 0,
  max_uses $INT not null default 1,
  use_count $INT not null default 0,
  -- the message that tells the inviter how many people have used the invitation, in their chat with the assistant
  notice_id $INT,
  created_at $INT not null,
  expires_at $INT not null,
  revoked_at $INT
);

create table invitation_use (
  invitation_id $INT not null,
  person_id $INT not null,
  used_at $INT not null,
  primary key (invitation_id, person_id)
);

-- The chats to which the users of an invitation are added.
create table invitation_chat (
  invitation_id $INT not null,
  chat_id $INT not null,
  primary key (invitation_id, chat_id)
);

-- The audit log of administrative actions. No row contains a token, a code or a password.
create table audit (
  id $ID,
  at $INT not null,
  -- 'person', 'operator' (no actor) or 'stranger' (not signed in)
  origin text not null,
  actor_id $INT,
  -- from which network address; empty if it is not known
  client_address text not null default '',
  action text not null,
  -- 'person', 'bot', 'invitation', 'chat', or '' if the action has no target
  subject_kind text not null,
  subject_id $INT,
  detail text not null
);
create index audit_at on audit (at);
create index audit_actor on audit (actor_id, id);
create index audit_action on audit (action, id);
create index audit_origin on audit (origin, id);
create index audit_subject on audit (subject_kind, subject_id, id);

-- Bots

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

create table webhook (
  bot_id $INT primary key references bot (account_id),
  url text not null,
  secret text not null default '',
  max_connections $INT not null,
  ip_address text not null default '',
  -- the address that the host had when the webhook was set; empty if it was not found. Connections look it up anew.
  resolved_ip_address text not null default '',
  -- the certificate that the server must present, as PEM; empty if a public authority has signed it
  certificate text not null default '',
  set_at $INT not null,
  last_error_at $INT,
  last_error text,
  expired $INT not null default 0
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
create index callback_query_at on callback_query (at);

-- The state of the assistant's chat with a person: an open prompt, and messages that still show a token.
create table assistant_note (
  person_id $INT primary key,
  note text not null,
  due_at $INT
);
create index assistant_note_due on assistant_note (due_at) where due_at is not null;

-- Chats and members

create table chat (
  id $INT primary key,
  type text not null,
  title text not null default '',
  description text not null default '',
  username text,
  photo text,
  -- the file in `photo`
  photo_file $INT,
  creator_id $INT,
  permissions $INT not null default 0,
  member_count $INT not null default 0,
  created_at $INT not null,
  -- the two accounts of a private chat, the lower id first
  low_id $INT,
  high_id $INT
);
create index chat_photo on chat (photo_file) where photo_file is not null;
-- Counts the chats that a person owns whenever they create one.
create index chat_creator on chat (creator_id);

-- The private chat of two accounts, the lower id first.
create table private_chat (
  low_id $INT not null,
  high_id $INT not null,
  chat_id $INT not null,
  primary key (low_id, high_id)
);

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
  -- the newest message when the account joined: earlier messages do not count as unread; 0 in private chats
  joined_after $INT not null default 0,
  -- the newest message that the person has read; never decreases
  read_up_to $INT not null default 0,
  -- the newest message that was delivered to a device of the person, if it is newer than what they have read; never
  -- decreases; maintained in private chats between two people only
  delivered_up_to $INT not null default 0,
  -- the number of a person's own messages after their read pointer; 0 for bots, which have no read pointer
  own_unread $INT not null default 0,
  primary key (chat_id, account_id)
);
-- Finds the chats of an account in the index alone.
create index member_account on member (account_id, is_member, chat_id);
create index member_bot on member (chat_id) where is_bot = 1;
create index member_administrator on member (chat_id) where status in ('creator', 'administrator');
create index member_excluded on member (chat_id) where status in ('restricted', 'kicked');
-- Finds the highest read pointer of a chat without reading all members.
create index member_read on member (chat_id, read_up_to);

-- The messages of a group or channel that a bot in it may use (behaviour.md §4). Both columns are message ids.
create table bot_access (
  chat_id $INT not null references chat (id),
  bot_id $INT not null references bot (account_id),
  -- the last message before the bot joined
  joined_after $INT not null,
  -- the last message before it began to receive every message, as an administrator or with privacy mode off; else null
  reads_all_after $INT,
  primary key (chat_id, bot_id)
);
create index bot_access_bot on bot_access (bot_id);

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
  -- whether the link creates a join request, which an administrator must approve
  creates_join_request $INT not null default 0,
  is_primary $INT not null default 0,
  is_revoked $INT not null default 0,
  created_at $INT not null
);
create index invite_link_chat on invite_link (chat_id);

-- Open join requests.
create table join_request (
  id $ID,
  chat_id $INT not null references chat (id),
  account_id $INT not null references account (id),
  link_code text not null references invite_link (code),
  asked_at $INT not null
);
create unique index join_request_person on join_request (chat_id, account_id);
create index join_request_link on join_request (link_code);

-- Deleted chats whose messages and events maintenance has still to delete.
create table deleted_chat (
  id $INT primary key
);

-- Messages

-- Rows are appended in commit order and found by chat and message id. Media, keyboards and service messages are JSON in
-- `content`.
create table message (
  row_id $ROW_ID,
  chat_id $INT not null,
  message_id $INT not null,
  sender_id $INT not null,
  sender_chat_id $INT,
  date $INT not null,
  edit_date $INT,
  reply_to $INT,
  media_group_id text,
  text text not null,
  content text not null,
  -- the file in `content`
  file_id $INT
);
-- (chat_id, message_id) is unique. It is the primary key, but on SQLite, where that is the row id.
$KEY_OF_MESSAGES;
-- Finds the replies to a message.
create index message_reply on message (chat_id, reply_to) where reply_to is not null;
create index message_file on message (file_id) where file_id is not null;

-- The number of deleted messages of a chat in each block of 256 ids; block 0 has the ids 1 to 256.
create table deleted_messages (
  chat_id $INT not null,
  block $INT not null,
  messages $INT not null,
  primary key (chat_id, block)
);

-- Edited and deleted messages that the search index has still to apply. The last row is kept for its number.
create table message_change (
  id $ID,
  row_id $INT not null
);

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
create index send_key_at on send_key (at);

-- Files

-- Files are deleted when nothing references them. Every reference to a file is in an indexed column of its own.
create table file (
  id $ID,
  kind text not null,
  sha256 text not null,
  -- what a file_id refers to, as JSON, with the hashes of all its blobs
  media text not null,
  -- 1: about to be deleted, and no new reference to it is allowed
  is_closed $INT not null default 0
);
create index file_bytes on file (sha256);

-- The blobs of each file.
create table file_blob (
  sha256 text not null,
  file_id $INT not null,
  primary key (sha256, file_id)
);

-- Files that have lost a reference.
create table released_file (
  file_id $INT primary key,
  -- when to check for other references; null until maintenance sets it
  due_at $INT
);
create index released_file_due on released_file (due_at);

-- Blobs that may have no file.
create table blob_check (
  sha256 text primary key,
  -- when to check
  due_at $INT not null,
  -- 1 while maintenance removes the blob: nobody stores it anew until the check has ended or is due again
  is_removing $INT not null default 0
);
create index blob_check_due on blob_check (due_at);

-- Streams

create table stream (
  id $INT primary key,
  -- the last sequence number that was allocated
  last_seq $INT not null,
  -- events up to this number are deleted
  trimmed_seq $INT not null,
  -- the last message id of a chat, and the date of that message, deleted or not, which orders the chat list
  last_message_id $INT not null,
  message_at $INT not null default 0,
  -- when old events are deleted next
  trim_at $INT not null default 0
);
create index stream_trim on stream (trim_at);

create table event (
  stream $INT not null,
  seq $INT not null,
  -- the number of events in the row: consecutive plain messages of a chat share one row, under the last number
  run $INT not null default 1,
  kind text not null,
  ref $INT not null,
  body text not null,
  at $INT not null,
  primary key (stream, seq)
);
-- Finds a bot's updates by chat (`ref`), because webhooks keep the order within each chat. The condition covers the
-- streams of accounts, whose ids are below those of private chats. Streams of chats are read in order and need no such
-- index.
create index event_lane on event (stream, ref, seq) where stream > 0 and stream < 2251799813685248;

-- The service stream: changes of bots that every process must follow, because it keeps something about them in memory.
insert into stream (id, last_seq, trimmed_seq, last_message_id) values (0, 0, 0, 0);

-- Nodes: the processes that serve this database, and what each of them does alone. One process on SQLite writes to
-- neither table.

create table node (
  id text primary key,
  -- rises with every heartbeat; its value means nothing
  beat $INT not null,
  started_at $INT not null,
  version text not null,
  -- 1 while the node stops: it is alive, and takes nothing more
  is_leaving $INT not null default 0
);

create table lease (
  name text primary key,
  -- the node that has it, or '' for none; a lease is free too when its node has no row
  node text not null,
  -- rises whenever the lease is taken
  fence $INT not null
);

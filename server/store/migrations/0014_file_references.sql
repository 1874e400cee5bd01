-- Files are deleted when nothing references them. Every reference to a file is in an indexed column of its own.
alter table message add column file_id $INT;
update message set file_id = $FILE_IN(content) where content like '%"file":%';
create index message_file on message (file_id) where file_id is not null;

alter table account add column photo_file $INT;
update account set photo_file = $FILE_OF(photo) where photo is not null;
create index account_photo on account (photo_file) where photo_file is not null;

alter table chat add column photo_file $INT;
update chat set photo_file = $FILE_OF(photo) where photo is not null;
create index chat_photo on chat (photo_file) where photo_file is not null;

-- Closed files are about to be deleted: no new reference to them is allowed.
alter table file add column is_closed $INT not null default 0;

-- The blobs of each file.
create table file_blob (
  sha256 text not null,
  file_id $INT not null,
  primary key (sha256, file_id)
);
insert into file_blob (sha256, file_id) select distinct $SHA256_OF_FILE;

-- Files that have lost a reference. `due_at`: when to check for other references; null until maintenance sets it.
create table released_file (
  file_id $INT primary key,
  due_at $INT
);
create index released_file_due on released_file (due_at);
insert into released_file (file_id) select id from file
where not exists (select 1 from message where file_id = file.id)
  and not exists (select 1 from account where photo_file = file.id)
  and not exists (select 1 from chat where photo_file = file.id);

-- Blobs that may have no file, and when to check them.
create table blob_check (
  sha256 text primary key,
  due_at $INT not null
);
create index blob_check_due on blob_check (due_at);

-- When old events of the stream are deleted next.
alter table stream add column trim_at $INT not null default 0;
create index stream_trim on stream (trim_at);

create index send_key_at on send_key (at);
create index callback_query_at on callback_query (at);

-- The files of a rich message besides the first, which is message.file_id.
create table rich_file (
  chat_id $INT not null,
  message_id $INT not null,
  file_id $INT not null,
  primary key (chat_id, message_id, file_id)
);
create index rich_file_file on rich_file (file_id);

-- Every unique key of a table that grows with the messages leads with its chat or its stream, so that the tables can be
-- partitioned or distributed by it. On SQLite the row id of a message stays its primary key.
$KEY_OF_MESSAGES;

-- The private chat of two accounts, the lower id first.
create table private_chat (
  low_id $INT not null,
  high_id $INT not null,
  chat_id $INT not null,
  primary key (low_id, high_id)
);
insert into private_chat (low_id, high_id, chat_id) select low_id, high_id, id from chat where low_id is not null;
drop index chat_pair;

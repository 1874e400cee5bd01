-- Chats that are gone for everybody, whose messages and events are still to be cleared away.
create table deleted_chat (
  id $INT primary key
);

-- Deleted chats whose messages and events maintenance has still to delete.
create table deleted_chat (
  id $INT primary key
);

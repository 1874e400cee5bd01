-- Counts the chats that a person owns whenever they create one.
create index chat_creator on chat (creator_id);

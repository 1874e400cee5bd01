-- How many chats a person owns is counted whenever they make one.
create index chat_creator on chat (creator_id);

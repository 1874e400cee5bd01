-- The newest message of the chat when the account came in: what was said before is not unread to it. Private chats keep 0.
alter table member add column joined_after $INT not null default 0;

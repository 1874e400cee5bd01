-- The newest message of the chat when the account joined: earlier messages do not count as unread. Always 0 in private chats.
alter table member add column joined_after $INT not null default 0;

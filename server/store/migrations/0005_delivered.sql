-- The newest message that a device of the person's has, where it is past what they have read; only ever rises.
-- Told in private chats between two people: elsewhere it stays where it is.
alter table member add column delivered_up_to $INT not null default 0;

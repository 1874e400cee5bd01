-- The newest message that was delivered to a device of the person, if it is newer than what they have read; never decreases.
-- It is maintained in private chats between two people only.
alter table member add column delivered_up_to $INT not null default 0;

-- The message that tells the inviter how many people have used the invitation, in their chat with the assistant.
alter table invitation add column notice_id $INT;

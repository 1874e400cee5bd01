-- The number of a person's own messages after their read pointer. Always 0 for bots, which have no read pointer.
alter table member add column own_unread $INT not null default 0;
update member set own_unread = own.messages from (
  select e.chat_id, e.sender_id, count(*) as messages
  from message e join member m on m.chat_id = e.chat_id and m.account_id = e.sender_id
  where m.is_bot = 0 and e.message_id > m.read_up_to and e.message_id > m.joined_after
  group by e.chat_id, e.sender_id
) as own where member.chat_id = own.chat_id and member.account_id = own.sender_id;

-- The number of deleted messages of a chat in each block of 256 ids; block 0 has the ids 1 to 256.
create table deleted_messages (
  chat_id $INT not null,
  block $INT not null,
  messages $INT not null,
  primary key (chat_id, block)
);
insert into deleted_messages (chat_id, block, messages)
with recursive part (chat_id, block, message_head) as (
  select id, cast(0 as $INT), message_head from stream where message_head > 0
  union all
  select chat_id, block + 1, message_head from part where (block + 1) * 256 < message_head
)
select part.chat_id, part.block,
  case when (part.block + 1) * 256 < part.message_head then 256 else part.message_head - part.block * 256 end
    - coalesce(kept.messages, 0)
from part left join (
  select chat_id, (message_id - 1) / 256 as block, count(*) as messages from message group by chat_id, (message_id - 1) / 256
) as kept on kept.chat_id = part.chat_id and kept.block = part.block
where coalesce(kept.messages, 0) <
  case when (part.block + 1) * 256 < part.message_head then 256 else part.message_head - part.block * 256 end;

-- The date of the newest message of a chat, deleted or not. It orders the chat list.
alter table stream add column message_at $INT not null default 0;
update stream set message_at = coalesce(
  (select e.date from message e where e.chat_id = stream.id order by e.message_id desc limit 1), 0)
where message_head > 0;

-- Finds the chats of an account in the index alone.
drop index member_account;
create index member_account on member (account_id, is_member, chat_id);
-- Finds the highest read pointer of a chat without reading all members.
create index member_read on member (chat_id, read_up_to);

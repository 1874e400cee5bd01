-- The messages of a group or channel that a bot in it may use (behaviour.md §4). Both columns are message ids.
create table bot_access (
  chat_id $INT not null references chat (id),
  bot_id $INT not null references bot (account_id),
  -- the last message before the bot joined
  joined_after $INT not null,
  -- the last message before it began to receive every message, as an administrator or with privacy mode off; otherwise null
  reads_all_after $INT,
  primary key (chat_id, bot_id)
);
create index bot_access_bot on bot_access (bot_id);

-- The time at which existing bots joined is not stored. Their member record was last changed at that time or later.
insert into bot_access (chat_id, bot_id, joined_after, reads_all_after)
select chat_id, account_id, before_it,
  case when status in ('creator', 'administrator') or privacy = 0 then before_it end
from (
  select m.chat_id, m.account_id, m.status, b.privacy, coalesce((
    select e.message_id from message e where e.chat_id = m.chat_id and e.date < m.since
    order by e.message_id desc limit 1
  ), 0) as before_it
  from member m join bot b on b.account_id = m.account_id
  where m.is_bot = 1 and m.is_member = 1 and m.chat_id < 0
) as present;

-- Finds the replies to a message.
create index message_reply on message (chat_id, reply_to) where reply_to is not null;

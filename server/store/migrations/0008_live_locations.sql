-- Live locations of people and bots that are not sent in the name of a chat, until they end.
create table live_location (
  chat_id $INT not null,
  message_id $INT not null,
  -- Unix seconds
  until $INT not null,
  -- whom its sender was warned of since the radius was set, as a JSON array of account ids
  alerted text not null,
  primary key (chat_id, message_id)
);

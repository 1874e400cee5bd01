-- A bot's updates chat by chat: webhooks keep the order within each (`ref` is the chat). The streams of accounts alone,
-- whose ids lie below those of private chats: what chats have in theirs is only ever read in order.
create index event_lane on event (stream, ref, seq) where stream > 0 and stream < 2251799813685248;

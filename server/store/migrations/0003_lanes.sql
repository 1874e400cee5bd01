-- Finds a bot's updates by chat (`ref`), because webhooks keep the order within each chat. The condition covers the streams of
-- accounts, whose ids are below those of private chats. Streams of chats are read in order and need no such index.
create index event_lane on event (stream, ref, seq) where stream > 0 and stream < 2251799813685248;

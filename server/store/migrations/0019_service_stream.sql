-- The service stream: changes of bots that every process must follow, because it keeps something about them in memory.
insert into stream (id, head, tail, message_head) values (0, 0, 0, 0);

-- Planted fault: the numbers of a bot's updates come from a database sequence, as many programs do it. A sequence knows
-- nothing of commits: transactions commit in another order than that of their numbers, and one that is rolled back leaves
-- a gap.
alter table stream rename to stream_table;

create function nemesis_sequence(stream bigint) returns text language sql immutable as $$
  select 'nemesis_' || stream
$$;

-- The ids of accounts; those of chats are outside (behaviour.md §2).
create function nemesis_is_account(stream bigint) returns boolean language sql immutable as $$
  select stream between 1001 and 2251799813685247
$$;

create function nemesis_open(stream bigint, last_seq bigint) returns void language plpgsql as $$ begin
  execute format('create sequence %I minvalue 0 start %s', nemesis_sequence(stream), last_seq);
  perform nextval(nemesis_sequence(stream));
end $$;

select nemesis_open(id, last_seq) from stream_table where nemesis_is_account(id);

-- A function, because the rows of a table behind a view would be locked by those who ask for a lock.
create function nemesis_streams() returns setof stream_table language plpgsql as $$
declare
  one stream_table;
begin
  for one in select * from stream_table loop
    if nemesis_is_account(one.id) then
      one.last_seq := pg_sequence_last_value(cast(nemesis_sequence(one.id) as regclass));
    end if;
    return next one;
  end loop;
end $$;

create view stream as select * from nemesis_streams();
alter view stream alter column trim_at set default 0;
alter view stream alter column message_at set default 0;

create function nemesis_write() returns trigger language plpgsql as $$
declare
  one stream_table;
begin
  if tg_op = 'DELETE' then
    delete from stream_table where id = old.id;
    return old;
  end if;
  if tg_op = 'INSERT' then
    insert into stream_table select new.*;
    if nemesis_is_account(new.id) then perform nemesis_open(new.id, new.last_seq); end if;
    return new;
  end if;
  if nemesis_is_account(new.id) and new.last_seq <> old.last_seq then
    for n in 1..new.last_seq - old.last_seq loop
      new.last_seq := nextval(nemesis_sequence(new.id));
    end loop;
    return new;
  end if;
  update stream_table set last_seq = last_seq + new.last_seq - old.last_seq, last_message_id = last_message_id + new.last_message_id - old.last_message_id,
    trimmed_seq = new.trimmed_seq, message_at = new.message_at, trim_at = new.trim_at where id = new.id returning * into one;
  new.last_seq := one.last_seq;
  new.last_message_id := one.last_message_id;
  return new;
end $$;

create trigger nemesis_write instead of insert or update or delete on stream
  for each row execute function nemesis_write();

-- Planted fault: one message in ten is acknowledged and not kept.
create function nemesis_lose() returns trigger language plpgsql as $$ begin
  if new.message_id % 10 = 0 then return null; end if;
  return new;
end $$;
create trigger nemesis_lose before insert on message for each row execute function nemesis_lose();

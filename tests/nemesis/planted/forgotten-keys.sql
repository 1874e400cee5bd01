-- Planted fault: idempotency keys are not kept, so a send whose answer was lost is made again when it is repeated.
create function nemesis_forget() returns trigger language plpgsql as $$ begin
  return null;
end $$;
create trigger nemesis_forget before insert on send_key for each row execute function nemesis_forget();

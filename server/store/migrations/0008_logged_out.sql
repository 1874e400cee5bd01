-- A bot that logs out stays here, as there is no other server to move to: nothing asks when it did.
alter table bot drop column logged_out_at;

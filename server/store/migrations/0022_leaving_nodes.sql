-- 1 while the node stops: it is alive, and takes nothing more.
alter table node add column is_leaving $INT not null default 0;

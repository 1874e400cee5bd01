-- The number of events in a row: consecutive plain messages of a chat share one row, under the last number.
alter table event add column run $INT not null default 1;

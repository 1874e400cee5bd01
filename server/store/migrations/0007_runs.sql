-- How many events a row stands for: plain messages that follow one another in a chat share one, under the last number.
alter table event add column run $INT not null default 1;

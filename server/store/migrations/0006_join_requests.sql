-- Whether the link creates a join request, which an administrator must approve.
alter table invite_link add column creates_join_request $INT not null default 0;

-- Open join requests.
create table join_request (
  id $ID,
  chat_id $INT not null references chat (id),
  account_id $INT not null references account (id),
  link_code text not null references invite_link (code),
  asked_at $INT not null
);
create unique index join_request_person on join_request (chat_id, account_id);
create index join_request_link on join_request (link_code);

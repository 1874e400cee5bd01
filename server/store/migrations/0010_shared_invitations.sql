-- An invitation may have several uses, and add its users to chats.
alter table invitation add column max_uses $INT not null default 1;
alter table invitation add column use_count $INT not null default 0;

create table invitation_use (
  invitation_id $INT not null,
  person_id $INT not null,
  used_at $INT not null,
  primary key (invitation_id, person_id)
);
insert into invitation_use (invitation_id, person_id, used_at)
  select id, used_by, used_at from invitation where used_by is not null;
update invitation set use_count = 1 where used_at is not null;
alter table invitation drop column used_by;
alter table invitation drop column used_at;

-- The chats to which the users of an invitation are added.
create table invitation_chat (
  invitation_id $INT not null,
  chat_id $INT not null,
  primary key (invitation_id, chat_id)
);

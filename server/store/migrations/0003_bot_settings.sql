-- What bots set about themselves.

-- Texts of a bot in a language of two letters; an empty one is as in all other languages.
create table bot_text (
  bot_id $INT not null references bot (account_id),
  language text not null,
  first_name text not null,
  description text not null,
  about text not null,
  primary key (bot_id, language)
);

-- The rights that a bot suggests when it is made an administrator.
create table bot_default_rights (
  bot_id $INT not null references bot (account_id),
  -- 1: in channels; 0: in groups
  for_channels $INT not null,
  rights $INT not null,
  is_anonymous $INT not null,
  primary key (bot_id, for_channels)
);

-- The button beside the text field of a private chat with the bot.
create table bot_menu_button (
  bot_id $INT not null references bot (account_id),
  -- 0: of all people without a button of their own
  person_id $INT not null,
  type text not null,
  primary key (bot_id, person_id)
);

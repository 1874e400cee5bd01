-- Whether a bot's private chats have topics: 'off', 'bot' (the bot creates them) or 'people' (people do too).
alter table bot add column topics text not null default 'off';

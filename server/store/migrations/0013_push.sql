-- Pushes: devices that are told of messages while no page is open.

create table push_subscription (
  id $INT primary key,
  account_id $INT not null references person (account_id),
  -- nothing is pushed once the session has ended, and maintenance then deletes the row
  session_id $INT not null,
  -- where the device's push service takes pushes
  endpoint text not null unique,
  -- the public key of the device, in base64url
  p256dh text not null,
  -- its secret, sealed with the service's key
  auth text not null,
  label text not null,
  -- 1 if the device takes pushes that show nothing
  takes_silent $INT not null default 0,
  created_at $INT not null,
  delivered_at $INT,
  -- the first failure since the last delivery; null if there is none
  failing_since $INT,
  last_error text
);
create index push_subscription_account on push_subscription (account_id);

-- The notifications that devices show, as far as the service knows.
create table push_shown (
  account_id $INT not null,
  subscription_id $INT not null,
  chat_id $INT not null,
  -- the topic; 0 for a chat without topics, -1 for reactions
  thread_id $INT not null,
  -- the newest message that was announced; of reactions, the second of the newest
  mark $INT not null,
  primary key (account_id, subscription_id, chat_id, thread_id)
);

create table push_setting (
  account_id $INT primary key references person (account_id),
  shows_contents $INT not null default 1,
  -- 1: in groups and channels, what mentions the person alone
  only_mentions $INT not null default 0,
  -- minutes after midnight; null if there are no quiet hours
  quiet_from $INT,
  quiet_to $INT,
  time_zone text not null default '',
  -- until when a page of the person is looked at (Unix seconds)
  active_until $INT not null default 0
);

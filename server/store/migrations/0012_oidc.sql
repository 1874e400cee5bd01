-- Sign-in with OpenID providers.

-- The accounts of people at providers.
create table identity (
  issuer text not null,
  -- the claim sub; of an erased person its hash, so that the account is not made again
  subject text not null,
  person_id $INT not null references person (account_id),
  -- the verified address that the provider names; empty if there is none
  email text not null,
  created_at $INT not null,
  used_at $INT not null,
  -- the address of the photo that was fetched last; empty if there is none
  photo_url text not null,
  primary key (issuer, subject)
);
create index identity_person on identity (person_id);

-- What belongs to sessions that were opened by a provider.
create table provider_session (
  session_id $INT primary key,
  issuer text not null,
  subject text not null,
  -- the claim sid; empty if the provider names none
  sid text not null,
  -- the ID token, sealed, with which the provider is asked to end its session; empty if there is none
  id_token text not null,
  -- that of the session
  expires_at $INT not null
);
create index provider_session_expires on provider_session (expires_at);
create index provider_session_subject on provider_session (issuer, subject);

-- Chats that people joined because of a group at a provider.
create table group_membership (
  person_id $INT not null,
  chat_id $INT not null,
  issuer text not null,
  primary key (person_id, chat_id, issuer)
);

-- What may be used once: attempts to sign in, and logout tokens of providers.
create table used_token (
  hash text primary key,
  expires_at $INT not null
);
create index used_token_expires on used_token (expires_at);

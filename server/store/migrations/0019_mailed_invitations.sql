-- Invitations that were sent by mail: the address becomes that of whoever signs up with the link in it.

create table invitation_address (
  invitation_id $INT primary key,
  address text not null,
  -- in lower case: nobody is invited twice at once
  folded text not null,
  -- the code of the invitation is made from this and the secret key, for each mail anew
  nonce text not null,
  mailed_at $INT not null,
  -- as the invitation's
  expires_at $INT not null
);
create index invitation_address_folded on invitation_address (folded);
create index invitation_address_expires on invitation_address (expires_at);

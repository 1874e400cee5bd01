-- The processes that serve this database, and what each of them does alone. One process on SQLite writes to neither.
create table node (
  id text primary key,
  -- Rises with every heartbeat. Its value means nothing; that it rises does.
  beat $INT not null,
  started_at $INT not null,
  version text not null
);

create table lease (
  name text primary key,
  -- The node that has it, or '' for none. A lease is free too when its node has no row.
  node text not null,
  -- Rises whenever the lease is taken.
  fence $INT not null
);

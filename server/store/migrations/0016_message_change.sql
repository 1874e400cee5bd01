-- Messages that were edited or deleted and are still to be changed in the search index. The last row stays, for its number.
create table message_change (
  id $ID,
  row_id $INT not null
);

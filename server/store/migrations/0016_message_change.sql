-- Edited and deleted messages that the search index has still to apply. The last row is kept for its number.
create table message_change (
  id $ID,
  row_id $INT not null
);

-- Previews of links.

-- 1: links in messages of the group or channel get previews.
alter table chat add column link_previews $INT not null default 1;

-- What was found at an address, until it expires; a page without a preview is null.
create table web_page (
  -- SHA-256 of the address, in hex
  address_hash text primary key,
  page text,
  -- the file in `page`
  file_id $INT,
  expires_at $INT not null
);
create index web_page_expires on web_page (expires_at);
create index web_page_file on web_page (file_id) where file_id is not null;

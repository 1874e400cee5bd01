-- Drafts of people in topics.

-- the draft, as JSON
alter table topic_reader add column draft text;

-- 1 while maintenance removes the blob: nobody stores it anew until the check has ended or is due again.
alter table blob_check add column is_removing $INT not null default 0;

-- The permission to react (16384), which follows that to send messages (1) where nothing else was set.
update chat set permissions = permissions | 16384 where type = 'supergroup' and (permissions & 1) = 1;
update member set permissions = permissions | 16384
where status = 'restricted' and status in ('restricted', 'kicked') and (permissions & 1) = 1;

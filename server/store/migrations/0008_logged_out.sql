-- logOut has no effect, because there is no other server to move to. Nothing reads when a bot logged out.
alter table bot drop column logged_out_at;

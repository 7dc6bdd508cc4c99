-- A login's last sign-in is that of all of its sessions, ended ones too; so is what is deleted with a login.
drop index auth.sessions_user;
create index sessions_user on auth.sessions (user_id);

-- Renames objects of 1.0.0 to their names in 1.1.0.

alter table kept_mail rename to stored_mail;
alter table stored_mail rename constraint kept_mail_pkey to stored_mail_pkey;
alter table stored_mail rename constraint kept_mail_link_has_purpose to stored_mail_link_has_purpose;
alter table stored_mail rename constraint kept_mail_purpose_values to stored_mail_purpose_values;
alter index kept_mail_newest rename to stored_mail_newest;
alter function kept_mail_retention() rename to stored_mail_retention;
alter table backup_nights rename column told_at to notified_at;

alter function tell_ticket() rename to notify_ticket;
alter function tell_comment() rename to notify_comment;
alter function tell_viewer() rename to notify_viewer;
alter function tell_actor() rename to notify_actor;
alter function tell_customer() rename to notify_customer;
alter function tell_enquiry() rename to notify_enquiry;
alter function tell_enquiry_removed() rename to notify_enquiry_removed;
alter trigger tell on tickets rename to notify;
alter trigger tell on ticket_comments rename to notify;
alter trigger tell on ticket_viewers rename to notify;
alter trigger tell on profiles rename to notify;
alter trigger tell on user_roles rename to notify;
alter trigger tell on customer_users rename to notify;
alter trigger tell on customers rename to notify;
alter trigger tell on enquiries rename to notify;
alter trigger tell on enquiry_replies rename to notify;
alter trigger tell_removed on enquiries rename to notify_removed;

alter trigger tell on auth.sessions rename to notify;
alter trigger tell on auth.users rename to notify;

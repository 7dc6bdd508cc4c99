-- A text of characters that show nothing is none, wherever a text is required. The same as `isBlank` in src/lib/text.rules.ts.
-- Triggers and not checks: a check that older rows do not meet would refuse every later change of them, the closing of a
-- ticket with such a title as well. Only what is written is judged.
create function is_blank(given text) returns boolean language sql immutable parallel safe as $$
  select given !~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
$$;

create function refuse_blank() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a text that shows nothing' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
revoke all on function refuse_blank() from public;

create trigger organizations_shown before insert or update of name on organizations
  for each row when (is_blank(new.name)) execute function refuse_blank();
create trigger profiles_shown before insert or update of full_name on profiles
  for each row when (is_blank(new.full_name)) execute function refuse_blank();
create trigger customers_shown before insert or update of name on customers
  for each row when (is_blank(new.name)) execute function refuse_blank();
create trigger customer_users_shown before insert or update of full_name on customer_users
  for each row when (is_blank(new.full_name)) execute function refuse_blank();
create trigger tickets_shown before insert or update of title, description on tickets
  for each row when (is_blank(new.title) or is_blank(new.description)) execute function refuse_blank();
create trigger ticket_comments_shown before insert or update of comment on ticket_comments
  for each row when (is_blank(new.comment)) execute function refuse_blank();
create trigger enquiries_shown before insert or update of name, message on enquiries
  for each row when (is_blank(new.name) or is_blank(new.message)) execute function refuse_blank();
create trigger enquiry_replies_shown before insert or update of text on enquiry_replies
  for each row when (is_blank(new.text)) execute function refuse_blank();

-- Names and titles are one line: in a list, a mail's subject and a CSV they stand beside other things.

-- Without control characters, line and paragraph separators, and marks of direction.
create function is_one_line(given text) returns boolean language sql immutable parallel safe as $$
  select given !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'
$$;

-- As sanitizedLine in src/lib/text.rules.ts.
create function on_one_line(given text) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(part, ' ' order by place), '') from (
    select btrim(piece, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\ufeff')
      as part, place
    from regexp_split_to_table(
      regexp_replace(given, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
      '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+') with ordinality as pieces (piece, place)
  ) parts where part <> ''
$$;

-- Rows that were stored before; nobody is notified of them.
select set_config('app.quiet', 'on', true);
update organizations set name = on_one_line(name) where not is_one_line(name);
update profiles set full_name = on_one_line(full_name) where not is_one_line(full_name);
update customer_users set full_name = on_one_line(full_name) where not is_one_line(full_name);
update customers set name = on_one_line(name) where not is_one_line(name);
update contacts set name = on_one_line(name) where not is_one_line(name);
update contacts set title = nullif(on_one_line(title), '') where not is_one_line(title);
update recurring_tickets set title = on_one_line(title) where not is_one_line(title);
update equipment set name = on_one_line(name) where not is_one_line(name);
update equipment set model = nullif(on_one_line(model), '') where not is_one_line(model);
update equipment set serial = nullif(on_one_line(serial), '') where not is_one_line(serial);
update equipment set place = nullif(on_one_line(place), '') where not is_one_line(place);

-- A title without a mark of direction has other words.
do $$
declare changed record;
begin
  for changed in update tickets set title = on_one_line(title) where not is_one_line(title) returning org_id, id loop
    update ticket_search found set words = array_to_tsvector(texts.words) from ticket_texts texts
    where found.org_id = changed.org_id and found.ticket_id = changed.id
      and texts.org_id = changed.org_id and texts.ticket_id = changed.id;
    perform learn_words(changed.org_id, words_in(title)) from tickets where org_id = changed.org_id and id = changed.id;
  end loop;
end $$;
set constraints all immediate;

alter table organizations add constraint organizations_name_is_one_line check (is_one_line(name));
alter table profiles add constraint profiles_full_name_is_one_line check (is_one_line(full_name));
alter table customer_users add constraint customer_users_full_name_is_one_line check (is_one_line(full_name));
alter table customers add constraint customers_name_is_one_line check (is_one_line(name));
alter table contacts
  add constraint contacts_name_is_one_line check (is_one_line(name)),
  add constraint contacts_title_is_one_line check (is_one_line(title));
alter table tickets add constraint tickets_title_is_one_line check (is_one_line(title));
alter table recurring_tickets add constraint recurring_tickets_title_is_one_line check (is_one_line(title));
alter table equipment
  add constraint equipment_name_is_one_line check (is_one_line(name)),
  add constraint equipment_model_is_one_line check (is_one_line(model)),
  add constraint equipment_serial_is_one_line check (is_one_line(serial)),
  add constraint equipment_place_is_one_line check (is_one_line(place));

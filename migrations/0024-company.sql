-- What the public site and the portal show of a company, and its branding.

alter table company_facts
  -- Opening hours that differ by day, own closed days, eves and half days.
  add day_hours text constraint company_facts_day_hours check (day_hours ~
    '^(Måndag|Tisdag|Onsdag|Torsdag|Fredag|Lördag|Söndag): (stängt|[0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d(, [0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d)*)(\n(Måndag|Tisdag|Onsdag|Torsdag|Fredag|Lördag|Söndag): (stängt|[0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d(, [0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d)*))*$'),
  add closed_days text constraint company_facts_closed_days check (closed_days ~
    '^\d{4}-\d\d-\d\d(–\d{4}-\d\d-\d\d)?: [^\n]+(\n\d{4}-\d\d-\d\d(–\d{4}-\d\d-\d\d)?: [^\n]+)*$'),
  add eves text not null default 'closed' constraint company_facts_eves_values check (eves in ('closed', 'half', 'open')),
  add half_days text not null default 'open'
    constraint company_facts_half_days_values check (half_days in ('closed', 'half', 'open')),
  add half_day_closes time not null default '12:00',
  -- Reasons for a visitor to trust the company; the public site leaves out empty ones.
  add people text,
  add quotes text,
  add certificates text,
  add insurance text,
  add f_tax boolean not null default false,
  -- The company's own colours; null for the product's.
  add main_color text constraint company_facts_main_color_is_hex check (main_color ~ '^#[0-9a-f]{6}$'),
  add accent_color text constraint company_facts_accent_color_is_hex check (accent_color ~ '^#[0-9a-f]{6}$');

-- The portal shows customers which number to call, from the same facts as the public site.
create policy customer_read on company_facts for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_customer());
-- Mail uses the company's colour, and reminders are sent on working days.
grant select (main_color, day_hours, closed_days, eves, half_days, half_day_closes) on company_facts to stodpunkt_jobs;

-- The company's logo and photos; without them the initial of its name and drawings are shown.
create table company_pictures (
  org_id uuid not null,
  place text not null
    constraint company_pictures_place_values check (place in ('logo', 'founder', 'team', 'van', 'premises')),
  file_id uuid not null,
  primary key (org_id, place),
  constraint company_pictures_file foreign key (org_id, file_id) references files on delete cascade,
  constraint company_pictures_one_place unique (org_id, file_id)
);
call protect('company_pictures');
-- Customers see the logo of their company; mail carries it.
create policy reader_read on company_pictures for select to stodpunkt_app
  using (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()));
create policy admin_write on company_pictures for all to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy site_read on company_pictures for select to stodpunkt_site using (true);
create policy jobs_read on company_pictures for select to stodpunkt_jobs using (true);
grant select, insert, update, delete on company_pictures to stodpunkt_app;
grant select on company_pictures to stodpunkt_site;
grant select on company_pictures to stodpunkt_jobs;

create policy jobs_read_logo on files for select to stodpunkt_jobs
  using (exists (select from company_pictures p where p.org_id = files.org_id and p.file_id = files.id and p.place = 'logo'));
create policy jobs_read_logo on file_chunks for select to stodpunkt_jobs
  using (exists (select from company_pictures p
    where p.org_id = file_chunks.org_id and p.file_id = file_chunks.file_id and p.place = 'logo'));

-- The public site caches a company's facts until it gets this notification.
create function notify_facts() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('facts', '');
  return null;
end $$;
create trigger notify after insert or update or delete on company_facts for each statement execute function notify_facts();
create trigger notify after insert or update or delete on organizations for each statement execute function notify_facts();
create trigger notify after insert or update or delete on company_pictures for each statement execute function notify_facts();

create function notify_company() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'company', 'org', new.org_id));
  return null;
end $$;
create trigger notify_portal after update on company_facts for each row execute function notify_company();

-- A change of a member of staff: name, role, e-mail, active or not. A security definer, as the login's row has no organization.
create function notify_user() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare person constant uuid := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'user', 'org', org_id, 'user', id))
  from stodpunkt.profiles where id = person and org_id is not null;
  return null;
end $$;
revoke all on function notify_user() from public;
create trigger notify_user after insert or update of full_name on profiles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_user('id');
create trigger notify_user after insert or update or delete on user_roles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_user('user_id');
create trigger notify_user after update of email, disabled_at on auth.users for each row execute function notify_user('id');

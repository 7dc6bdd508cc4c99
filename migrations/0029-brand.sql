-- A company's own look: a logo, photos and two colours. Without them: the initial of its name, drawings and our colours.
alter table company_facts
  add column main_color text constraint company_facts_main_color_is_hex check (main_color ~ '^#[0-9a-f]{6}$'),
  add column accent_color text constraint company_facts_accent_color_is_hex check (accent_color ~ '^#[0-9a-f]{6}$');
-- For mail.
grant select (main_color) on company_facts to stodpunkt_jobs;

create table company_pictures (
  org_id uuid not null references organizations,
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
grant select on company_pictures to stodpunkt_site, stodpunkt_jobs;

create policy customer_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and is_company and actor.is_customer());
create policy jobs_read_logo on files for select to stodpunkt_jobs
  using (exists (select from company_pictures p where p.org_id = files.org_id and p.file_id = files.id and p.place = 'logo'));
create policy jobs_read_logo on file_chunks for select to stodpunkt_jobs
  using (exists (select from company_pictures p
    where p.org_id = file_chunks.org_id and p.file_id = file_chunks.file_id and p.place = 'logo'));
grant select (org_id, id, width, height, variants) on files to stodpunkt_jobs;
grant select on file_chunks to stodpunkt_jobs;

create trigger tell after insert or update or delete on company_pictures for each statement execute function tell_facts();

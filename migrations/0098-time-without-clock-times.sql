-- Time without clock times is never after-hours work, so that setting them changes its price (decision 088).
drop trigger outdate_bases_changed on time_entries;
create trigger outdate_bases_changed after update on time_entries for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.from_is_first, new.to_is_first, new.is_placed, new.description, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.from_is_first, old.to_is_first, old.is_placed, old.description, old.deleted_at)
    or (old.reported and not new.reported))
  execute function outdate_bases_of_changed_time();

drop trigger use_hours_changed on time_entries;
create trigger use_hours_changed after update on time_entries for each row
  when ((new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to, new.from_is_first,
      new.to_is_first, new.is_placed, new.deleted_at)
    is distinct from
    (old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to, old.from_is_first,
      old.to_is_first, old.is_placed, old.deleted_at))
  execute function use_hours();

-- The job that computes used hours prices a month too.
grant select (is_placed, from_is_first) on time_entries to stodpunkt_jobs;

-- Bases that are not billed and charge such time as after-hours work are outdated: they are made again before they can be
-- billed, and an approval of the old price ends. Billed ones stay. Nobody is sent mail by an upgrade.
select set_config('app.quiet', 'on', true);
select outdate_bases(b.org_id, b.customer_id, b.month) from bases b
where b.state in ('draft', 'sent', 'approved') and exists (
  select from basis_rows r join time_entries e on e.org_id = r.org_id and e.id = r.source_id
  where r.org_id = b.org_id and r.basis_id = b.id and r.source = 'time' and r.duty_minutes > 0 and not e.is_placed);
select set_config('app.quiet', '', true);

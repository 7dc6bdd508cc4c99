-- Statements that read what hangs on a ticket (docs/decisions/078).

-- PostgreSQL plans and starts every policy of a table wherever a statement names it, also those of the other kind of actor.
-- A call is one expression in the plan; the subquery was 20 nodes, and the screen of a ticket had nine of them.
create function actor.sees_ticket(org uuid, ticket uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from stodpunkt.tickets t where t.org_id = org and t.id = ticket);
end $$;

alter policy customer_read on ticket_comments
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and not is_internal
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));
alter policy customer_read on ticket_changes
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and field = 'status'
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));
alter policy customer_read_ticket on files
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and ticket_id is not null and not is_internal
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));

-- With a list of ids the function's statement was planned at each call.
alter function names_of(uuid[]) set plan_cache_mode = force_generic_plan;

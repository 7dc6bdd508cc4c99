-- Who the actor is does not change within a statement. A function in a policy is asked of every row that is read; a
-- subquery is asked once (docs/decisions/024). These are the tables that statements read thousands of rows of.
alter policy staff_read on time_entries using (org_id = actor.org_id() and (select actor.is_staff()));
alter policy staff_read on customers using (org_id = actor.org_id() and (select actor.is_staff()));
alter policy customer_read on customers
  using (org_id = actor.org_id() and (select actor.is_customer()) and id = actor.customer_id());
alter policy staff_read on tickets using (org_id = actor.org_id() and (select actor.is_staff()));
alter policy customer_read on tickets
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id());
alter policy staff_read on report_rows using (org_id = actor.org_id() and (select actor.is_staff()));
alter policy staff_read on enquiries using (org_id = actor.org_id() and (select actor.is_staff()));

-- A sum is read from an index alone where the vacuum has been since the rows were written. At a fifth of the table, which
-- it waits for otherwise, it would never have been at the last months of a long history.
alter table time_entries set (autovacuum_vacuum_insert_scale_factor = 0.005, autovacuum_vacuum_scale_factor = 0.01);

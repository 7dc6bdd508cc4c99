-- Counts and answers of Inkorg.

-- The menu counts open urgent enquiries too.
create index enquiries_urgent on enquiries (org_id) where is_urgent and done_at is null and not is_suspect and kind <> 'automatic';

-- The answer clock: when a customer who waits for our word is to have it (docs/decisions/111).

alter table tickets
  -- The moments and priorities from which the answer is due: the customer's first unanswered word, and each priority set since.
  add asked jsonb not null default '[]',
  -- When the answer is due by the calendar and targets of now; null while the customer waits for none.
  add due_at timestamptz,
  -- When the first answer is due by what the customer was told: no setting moves it, a higher priority moves it earlier.
  add promised_at timestamptz,
  -- Our first public word.
  add first_answered_at timestamptz,
  -- When the ticket is to be solved, if there is such a target; null while it waits for the customer.
  add solve_by timestamptz;

alter table enquiries
  add asked jsonb not null default '[]',
  add due_at timestamptz,
  add promised_at timestamptz;

-- Agreements whose urgent tickets wake whoever has jour.
alter table terms add includes_on_call boolean not null default false;

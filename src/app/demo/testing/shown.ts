import { differencesOfMonth } from '#features/billing/server/counted.queries.ts'
import { addMonths, monthOf } from '#shared/dates.rules.ts'
import type { Harness } from '#tests/harness/harness.ts'

/** What the demo has, whatever day it was made. */
export const shownOnAnyDay = {
  bills: [
    { back: 3, state: 'billed', many: true },
    { back: 2, state: 'approved', many: false },
    { back: 2, state: 'billed', many: true },
    { back: 2, state: 'withdrawn', many: false },
    { back: 1, state: 'approved', many: false },
    { back: 1, state: 'billed', many: false },
    { back: 1, state: 'draft', many: false },
    { back: 1, state: 'sent', many: false },
  ],
  isUnchecked: false,
  changedRows: 1,
  changedPrices: 1,
  undelivered: 1,
  lacksReference: 1,
  carriesOver: true,
  isCarried: true,
  isRaised: true,
  isLowered: true,
  isLate: true,
  isAbroad: true,
  isBound: true,
  hasEnded: true,
  hasOwnFee: true,
  hasPartOfFee: true,
  differingCounts: ['+1'],
}

/** Read as the database has it; `today` is the day of the demo. */
export async function listShown(h: Harness, today: string) {
  const query = (text: string) => h.test.superuser.query(text, [today])
  const bills = await query(`select (extract(year from age(date_trunc('month', $1::date), month)) * 12
        + extract(month from age(date_trunc('month', $1::date), month)))::int as back, state, count(*) > 50 as many
      from invoice_bases group by 1, 2 order by 1 desc, 2`)
  const facts =
    await query(`with last_month as (select * from invoice_bases where month = date_trunc('month', $1::date) - interval '1 month')
    select (select count(*)::int from invoice_bases where check_at is not null) > 0 as "isUnchecked",
      (select count(*)::int from last_month where state = 'sent' and difference #>> '{rows,changed}' = '1') as "changedRows",
      (select count(*)::int from last_month where state = 'approved' and difference #>> '{rows,changed}' = '0') as "changedPrices",
      (select count(*)::int from last_month where undelivered <> '{}') as undelivered,
      (select count(*)::int from last_month b where missing_of_buyer(b.*::invoice_bases) = 'reference') as "lacksReference",
      exists (select from invoice_basis_lines where kind = 'carried' and net_ore > 0) as "carriesOver",
      exists (select from invoice_basis_lines l join last_month b on b.id = l.basis_id where kind = 'carried' and l.net_ore < 0) as "isCarried",
      exists (select from invoice_basis_lines where kind = 'adjustment' and article ~ ': \\+1 st från 17') as "isRaised",
      exists (select from invoice_basis_lines where kind = 'adjustment' and article ~ ': −1 st från 17') as "isLowered",
      exists (select from invoice_basis_lines l join last_month b on b.id = l.basis_id where l.month < b.month) as "isLate",
      exists (select from invoice_bases where country = 'FI' and reverse_reason = 'eu' and state = 'billed') as "isAbroad",
      exists (select from charges where binding_until between $1::date and $1::date + 60) as "isBound",
      exists (select from charges where ends_on < $1::date) as "hasEnded",
      exists (select from agreements where monthly_fee_ore is not null) as "hasOwnFee",
      exists (select from agreements where extract(day from valid_from) > 1) as "hasPartOfFee"`)
  const counts = await h.database.as('owner', (db) => differencesOfMonth(db, addMonths(monthOf(today), -1), today))
  const differingCounts = [...counts.values()]
    .flat()
    .map(({ chargedHundredths, countedHundredths }) => `+${((countedHundredths ?? 0) - chargedHundredths) / 100}`)
  return { bills: bills.rows, ...facts.rows[0], differingCounts }
}

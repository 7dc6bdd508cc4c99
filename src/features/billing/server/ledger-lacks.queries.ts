import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { kindsWithArticle } from '../articles.rules.ts'
import type { MissingOfBuyer } from '../buyer.contract.ts'
import { liveStates } from '../invoice-bases.contract.ts'
import { lineKinds } from '../invoice-lines.rules.ts'
import type { LedgerField, LedgerLack, WithoutAccount } from '../ledger-fields.contract.ts'
import { ELECTRONICS_MAX_ORE } from '../reverse-charge.rules.ts'

type Facts = {
  customerId: string
  missing: MissingOfBuyer | null
  hasVatNumber: boolean
  isOtherCountry: boolean
  hasAddress: boolean
  needsOrgNumber: boolean
  isPrivate: boolean
  hasElectronics: boolean
}

/**
 * What customers lack for a month: of its open basis, or of the one that would be made. As billing does, the buyer is taken as it
 * is now where the basis lacks something. Nothing for a billed month.
 */
export async function listLedgerLacks(db: Db, customerIds: string[], month: string) {
  const { rows } = await sql<Facts>`
    select c.id as customer_id, coalesce(missing_of_buyer(buyer), case when b.id is null and d.requires_reference
        and num_nonnulls((buyer).your_reference, (buyer).order_number) = 0 then 'reference' end) as missing,
      (buyer).vat_number is not null as has_vat_number,
      coalesce(vat_country((buyer).vat_number) <> (buyer).country, false) as is_other_country,
      (buyer).address is not null as has_address, c.is_private,
      not c.is_private and (buyer).org_number is null and case coalesce((buyer).country, 'SE') when 'SE' then true
        when 'NO' then (buyer).vat_number is null when 'FI' then (buyer).vat_number is null else false end as needs_org_number,
      not c.is_private and exists (select from invoice_basis_lines l
        where l.org_id = b.org_id and l.basis_id = b.id and l.is_electronics and l.vat_percent > 0
        group by l.recipient_id having sum(l.net_ore) > ${ELECTRONICS_MAX_ORE}::bigint) as has_electronics
    from customers c
      left join billing_details d on d.org_id = c.org_id and d.customer_id = c.id
      left join invoice_bases b on b.org_id = c.org_id and b.customer_id = c.id and b.month = ${`${month}-01`}::date
        and b.state = any(${[...liveStates]}::text[]),
      lateral (select case
        when b.id is null then with_buyer(jsonb_populate_record(null::invoice_bases,
          jsonb_build_object('org_id', c.org_id, 'customer_id', c.id, 'is_reverse_charge', c.vat = 'reverse')))
        when missing_of_buyer(b) is null then b
        -- Without offset each field would look the buyer up again.
        else with_buyer(b) end as buyer offset 0) taken
    where c.id = any(${customerIds}::uuid[]) and b.state is distinct from 'billed'`.execute(db)
  return new Map(rows.map((facts) => [facts.customerId, lacksOf(facts)]))
}

/**
 * The lines of a month's bases that have no account and may have one, by kind; none where no line has one: such a company books by
 * other means.
 */
export async function listWithoutAccount(db: Db, month: string): Promise<WithoutAccount[]> {
  const { rows } = await sql<WithoutAccount & { haveOne: boolean }>`
    select kind, count(*) filter (where account is null)::int as lines, bool_or(bool_or(account is not null)) over () as have_one
    from invoice_basis_lines l join invoice_bases b on b.org_id = l.org_id and b.id = l.basis_id
    where b.month = ${`${month}-01`}::date and b.state = any(${[...liveStates]}::text[]) and l.net_ore <> 0
      and kind = any(${[...kindsWithArticle]}::text[])
    group by kind order by array_position(${[...lineKinds]}::text[], kind)`.execute(db)
  return rows.flatMap(({ haveOne, ...row }) => (haveOne && row.lines > 0 ? [row] : []))
}

function lacksOf(facts: Facts): LedgerLack[] {
  const stop = stopOf(facts)
  const warnings: [LedgerField, boolean][] = [
    ['vat_country', facts.isOtherCountry],
    ['address', !facts.hasAddress],
    ['org_number', facts.needsOrgNumber],
    ['electronics', facts.hasElectronics],
  ]
  const warned = warnings.flatMap(([field, isLacking]) =>
    isLacking && field !== stop ? [{ field, stops: false }] : [],
  )
  return stop ? [{ field: stop, stops: true }, ...warned] : warned
}

/** The field that `missing_of_buyer()` asks for. */
function stopOf({ missing, hasVatNumber, isOtherCountry, isPrivate }: Facts): LedgerField | null {
  if (missing === null || missing === 'reverse_reason' || missing === 'reference') return missing
  if (missing === 'vat_number_goods' && isPrivate) return 'reverse_private'
  if (!hasVatNumber) return 'vat_number'
  return isOtherCountry ? 'vat_country' : 'reverse_country'
}

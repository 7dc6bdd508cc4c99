// What can be done with a customer's month, and what stops it.
import { customerPath } from '#features/customers/customers.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { type MonthCustomer, type MonthStep, monthSteps } from './invoice-bases.contract.ts'
import { invoiceBasisPath, isMailWaiting } from './invoice-bases.rules.ts'
import { MAIL_WAITS, NOBODY_GETS_IT } from './invoice-basis-refusals.rules.ts'
import { ledgerFieldText } from './ledger-fields.contract.ts'

type Basis = NonNullable<MonthCustomer['basis']>
type Row = {
  unreported: number
  late: MonthCustomer['late']
  addressees: readonly unknown[]
  /** Rows without a price, which prevent an invoice basis. */
  unpriced: number
  unpricedExpenses: number
  basis: (Pick<Basis, 'state' | 'isOutdated' | 'needsApproval' | 'missing'> & { sending: unknown }) | null
}

/** There is no invoice basis, or only an outdated draft. */
export const isToMake = ({ basis }: Pick<Row, 'basis'>) =>
  basis === null || (basis.state === 'draft' && basis.isOutdated)

/** A current draft that does not wait to be sent. */
export const isToSend = ({ basis }: Pick<Row, 'basis'>) =>
  basis?.state === 'draft' && !basis.isOutdated && basis.sending === null

export const hasAddressee = ({ addressees }: Pick<Row, 'addressees'>) => addressees.length > 0

/** Approved, or of terms that need no approval, whether it was sent or not; the buyer lacks nothing. */
export const isToBill = ({ basis }: Pick<Row, 'basis'>) =>
  basis !== null &&
  !basis.isOutdated &&
  basis.missing === null &&
  (basis.state === 'approved' || (!basis.needsApproval && (basis.state === 'draft' || basis.state === 'sent')))

/** The time to mark before the basis may be billed: of the month, and late rows. */
export const unreportedOf = ({ unreported, late }: Pick<Row, 'unreported' | 'late'>) =>
  late.reduce((sum, month) => sum + month.unreported, unreported)

export const isReported = (row: Pick<Row, 'unreported' | 'late'>) => unreportedOf(row) === 0

export const unreportedText = (rows: number): string =>
  plural(rows, 'tidrad ej rapporterad', 'tidrader ej rapporterade')

/** Short texts, for the list of the month. */
export function stopsOf(row: MonthCustomer): string[] {
  const { unpriced, unpricedExpenses, basis } = row
  if (basis?.state === 'billed') return []
  const unreported = unreportedOf(row)
  const stops = [
    unpriced > 0 && `${plural(unpriced, 'tidrad', 'tidrader')} utan pris`,
    unpricedExpenses > 0 && `${plural(unpricedExpenses, 'resa eller material', 'resor och material')} utan pris`,
    unreported > 0 && unreportedText(unreported),
    basis?.state === 'draft' && basis.needsApproval && !hasAddressee(row) && NOBODY_GETS_IT,
    basis?.state === 'sent' && basis.undelivered.length > 0 && `Kom inte fram till ${basis.undelivered.join(', ')}`,
    basis !== null && isMailWaiting({ ...basis, addressees: row.addressees }) && MAIL_WAITS,
    basis?.state === 'sent' && basis.needsApproval && basis.undelivered.length === 0 && 'Kunden har inte godkänt',
  ]
  return stops.filter((stop) => stop !== false)
}

export type LedgerStop = { text: string; stops: boolean; to: string }

/** What a ledger program lacks, with where it is filled in; what stops billing first. */
export const ledgerStopsOf = ({ customer, basis, lacks }: Pick<MonthCustomer, 'customer' | 'basis' | 'lacks'>) =>
  lacks.map(
    ({ field, stops }): LedgerStop => ({
      text: ledgerFieldText(field),
      stops,
      to: field === 'electronics' && basis ? invoiceBasisPath(basis.id) : customerPath(customer.id, '/billing'),
    }),
  )

export const stepsLeft = (rows: readonly Row[]): Record<MonthStep, boolean> => ({
  make: rows.some((row) => isToMake(row) && row.unpriced + row.unpricedExpenses === 0),
  mark: rows.some((row) => !isReported(row)),
  send: rows.some((row) => isToSend(row) && hasAddressee(row)),
  bill: rows.some(isToBill),
})

/** Undefined when the month is done or waits for customers. */
export const nextStepOf = (left: Record<MonthStep, boolean>) => monthSteps.find((step) => left[step])

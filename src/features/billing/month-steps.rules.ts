// What can be done with a customer's month, and what stops it.
import { plural } from '#shared/plural.rules.ts'
import type { MonthCustomer } from './invoice-bases.contract.ts'
import { NOBODY_GETS_IT } from './invoice-basis-refusals.rules.ts'

type Row = Pick<MonthCustomer, 'unreported' | 'unpriced' | 'unpricedExpenses' | 'addressees' | 'basis'>

/** There is no invoice basis, or only an outdated draft. */
export const isToMake = ({ basis }: Row) => basis === null || (basis.state === 'draft' && basis.isOutdated)

/** A current draft that does not wait to be sent. */
export const isToSend = ({ basis }: Row) => basis?.state === 'draft' && !basis.isOutdated && basis.sending === null

export const hasAddressee = ({ addressees }: Row) => addressees.length > 0

/** Approved, or of terms that need no approval, whether it was sent or not. */
export const isToBill = ({ basis }: Row) =>
  basis !== null &&
  !basis.isOutdated &&
  (basis.state === 'approved' || (!basis.needsApproval && (basis.state === 'draft' || basis.state === 'sent')))

export const isReported = ({ unreported }: Row) => unreported === 0

export const unreportedText = (rows: number): string =>
  plural(rows, 'tidrad ej rapporterad', 'tidrader ej rapporterade')

/** Short texts, for the list of the month. */
export function stopsOf(row: Row): string[] {
  const { unreported, unpriced, unpricedExpenses, basis } = row
  if (basis?.state === 'billed') return []
  const stops = [
    unpriced > 0 && `${plural(unpriced, 'tidrad', 'tidrader')} utan pris`,
    unpricedExpenses > 0 && `${plural(unpricedExpenses, 'resa eller material', 'resor och material')} utan pris`,
    unreported > 0 && unreportedText(unreported),
    basis?.state === 'draft' && basis.needsApproval && !hasAddressee(row) && NOBODY_GETS_IT,
    basis?.state === 'sent' && basis.undelivered.length > 0 && `Kom inte fram till ${basis.undelivered.join(', ')}`,
    basis?.state === 'sent' && basis.needsApproval && basis.undelivered.length === 0 && 'Kunden har inte godkänt',
  ]
  return stops.filter((stop) => stop !== false)
}

/** The next thing to do with the month; undefined when it is done or waits for customers. */
export function nextStepOf(rows: readonly Row[]): 'make' | 'mark' | 'send' | 'bill' | undefined {
  if (rows.some(isToMake)) return 'make'
  if (rows.some((row) => !isReported(row))) return 'mark'
  if (rows.some((row) => isToSend(row) && hasAddressee(row))) return 'send'
  return rows.some(isToBill) ? 'bill' : undefined
}

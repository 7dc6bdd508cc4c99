// Lines of a price in words, for screens and files.
import { csvHours } from '#lib/csv.rules.ts'
import type { LineKind } from './invoice-lines.rules.ts'

const lineNames: Record<LineKind, string> = {
  remote: 'Arbete fjärr',
  onsite: 'Arbete på plats',
  duty: 'Jour',
  start: 'Startavgift',
  included: 'Timmar som ingår',
  drawn: 'Från timbank',
  travel: 'Resa',
  material: 'Material',
  bought: 'Timbank',
}

type NamedLine = { kind: LineKind; article?: string | null | undefined; isRut: boolean }

/** What a line is of: the article of travel and material, otherwise its kind. */
export const lineName = ({ kind, article, isRut }: NamedLine): string =>
  `${article ?? lineNames[kind]}${isRut ? ' (RUT-arbete)' : ''}`

/** '7,50' or '2' for a file: the quantity in units, without thousands separators. */
export const plainQuantity = ({ quantity, per }: { quantity: number; per: number }): string =>
  per === 1 ? String(quantity) : csvHours((quantity * 60) / per)

import type { LineKind } from '../invoice-lines.rules.ts'
import type { PricedLine } from '../price.contract.ts'

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

/** What a line is of: the article of travel and material, otherwise its kind. */
export const lineName = ({ kind, article, isRut }: PricedLine): string =>
  `${article ?? lineNames[kind]}${isRut ? ' (RUT-arbete)' : ''}`

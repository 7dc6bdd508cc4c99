// VAT numbers of the European Union and Norway, and the numbers of companies and sole traders.
// The same checks are in 0050-billing-details.sql; billing-details-numbers.api.test.ts compares them.
import { isLuhn, readOrgNumber, withoutSeparators } from '#features/company/company.rules.ts'

type VatFormat = {
  /** What follows the prefix. */
  format: RegExp
  /** Whether its check digits are right; where there is none, the format is all that is checked. */
  isRight?: (rest: string) => boolean
}

/** Whether the sum of the digits, each times its weight, is divisible by 11; the check digit has the weight 1. */
const isWeightedSumOfEleven =
  (weights: readonly number[]) =>
  (digits: string): boolean =>
    weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0) % 11 === 0

const norwegian = isWeightedSumOfEleven([3, 2, 7, 6, 5, 4, 3, 2, 1])
const finnish = isWeightedSumOfEleven([7, 9, 10, 5, 8, 4, 2, 1])

/** By prefix, which is the country's code but for Greece. Formats: VIES, European Commission; Norway: Skatteetaten. */
export const vatFormats: Readonly<Record<string, VatFormat>> = {
  AT: { format: /^U[0-9]{8}$/ },
  BE: { format: /^[01][0-9]{9}$/ },
  BG: { format: /^[0-9]{9,10}$/ },
  CY: { format: /^[0-9]{8}[A-Z]$/ },
  CZ: { format: /^[0-9]{8,10}$/ },
  DE: { format: /^[0-9]{9}$/ },
  DK: { format: /^[0-9]{8}$/ },
  EE: { format: /^[0-9]{9}$/ },
  EL: { format: /^[0-9]{9}$/ },
  ES: { format: /^([A-Z][0-9]{7}[A-Z0-9]|[0-9]{8}[A-Z])$/ },
  FI: { format: /^[0-9]{8}$/, isRight: finnish },
  FR: { format: /^[A-HJ-NP-Z0-9]{2}[0-9]{9}$/ },
  HR: { format: /^[0-9]{11}$/ },
  HU: { format: /^[0-9]{8}$/ },
  IE: { format: /^([0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])$/ },
  IT: { format: /^[0-9]{11}$/ },
  LT: { format: /^([0-9]{9}|[0-9]{12})$/ },
  LU: { format: /^[0-9]{8}$/ },
  LV: { format: /^[0-9]{11}$/ },
  MT: { format: /^[0-9]{8}$/ },
  NL: { format: /^[A-Z0-9+*]{10}[0-9]{2}$/ },
  NO: { format: /^[0-9]{9}MVA$/, isRight: norwegian },
  PL: { format: /^[0-9]{10}$/ },
  PT: { format: /^[0-9]{9}$/ },
  RO: { format: /^[0-9]{2,10}$/ },
  // The last two digits number the registrations of one company, from 01.
  SE: { format: /^[0-9]{10}(0[1-9]|[1-8][0-9]|9[0-4])$/, isRight: (rest) => isLuhn(rest.slice(0, 10)) },
  SI: { format: /^[0-9]{8}$/ },
  SK: { format: /^[0-9]{10}$/ },
}

/** Normalizes to capitals without separators, as 'SE556012579001'; undefined when the prefix, format or check digits are wrong. */
export function readVatNumber(text: string): string | undefined {
  const number = withoutSeparators(text).replaceAll('.', '').toUpperCase()
  const known = vatFormats[number.slice(0, 2)]
  const rest = number.slice(2)
  if (!known?.format.test(rest) || known.isRight?.(rest) === false) return undefined
  return number
}

/** The country of a number that readVatNumber() returned. */
export const vatCountry = (number: string): string => (number.startsWith('EL') ? 'GR' : number.slice(0, 2))

/**
 * Normalizes a personal identity number, with or without its century, to 'NNNNNN-NNNN'; undefined for an impossible date or a
 * wrong checksum. 60 is added to the day of a coordination number.
 */
export function readPersonalNumber(text: string): string | undefined {
  const digits = withoutSeparators(text)
    .replace('+', '')
    .replace(/^(?:18|19|20)(?=[0-9]{10}$)/, '')
  if (!/^[0-9]{2}(0[1-9]|1[0-2])([06][1-9]|[1278][0-9]|[39][01])[0-9]{4}$/.test(digits) || !isLuhn(digits))
    return undefined
  return `${digits.slice(0, 6)}-${digits.slice(6)}`
}

/** The number of a sole trader is the owner's personal identity number. */
export const readBuyerNumber = (text: string, isSoleTrader: boolean): string | undefined =>
  isSoleTrader ? readPersonalNumber(text) : readOrgNumber(text)

/** '811218-••••': for lists and everything that a sole trader's number is not needed for. */
export const maskedNumber = (number: string): string => `${number.slice(0, 7)}••••`

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
  NO: { format: /^[89][0-9]{8}MVA$/, isRight: norwegian },
  PL: { format: /^[0-9]{10}$/ },
  PT: { format: /^[0-9]{9}$/ },
  RO: { format: /^[0-9]{2,10}$/ },
  // The last two digits number the registrations of one company, from 01.
  SE: {
    format: /^[0-9]{10}(0[1-9]|[1-8][0-9]|9[0-4])$/,
    isRight: (rest) => /[1-9]/.test(rest.slice(0, 10)) && isLuhn(rest.slice(0, 10)),
  },
  SI: { format: /^[0-9]{8}$/ },
  SK: { format: /^[0-9]{10}$/ },
}

/** Normalizes to capitals without separators, as 'SE556012579001'; undefined when the prefix, format or check digits are wrong. */
export function readVatNumber(text: string): string | undefined {
  const number = withoutSeparators(text).replaceAll('.', '').toUpperCase()
  const known = vatFormats[number.slice(0, 2)]
  const rest = number.slice(2)
  // Nothing but zeros passes every check digit.
  if (!known?.format.test(rest) || !/[1-9]/.test(rest) || known.isRight?.(rest) === false) return undefined
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

/** By country; those of other countries are stored as typed. */
const companyNumbers: Readonly<Record<string, { read: (text: string) => string | undefined; example: string }>> = {
  SE: { read: readOrgNumber, example: '556703-7485' },
  NO: { read: readNorwegianNumber, example: '923 609 016' },
  FI: { read: readFinnishNumber, example: '2077474-0' },
}

/** Nine digits (Enhetsregisteret, Brønnøysundregistrene). */
function readNorwegianNumber(text: string): string | undefined {
  const digits = withoutSeparators(text)
  return /^[89][0-9]{8}$/.test(digits) && norwegian(digits) ? digits : undefined
}

/** Seven digits and a check digit, as '2077474-0' (Företags- och organisationsdatasystemet, PRH). */
function readFinnishNumber(text: string): string | undefined {
  const digits = withoutSeparators(text)
  if (!/^[0-9]{8}$/.test(digits) || !/[1-9]/.test(digits) || !finnish(digits)) return undefined
  return `${digits.slice(0, 7)}-${digits.slice(7)}`
}

type Buyer = { isSoleTrader: boolean; country: string }

/** The number of a sole trader is the owner's personal identity number. */
export const readBuyerNumber = (text: string, { isSoleTrader, country }: Buyer): string | undefined =>
  isSoleTrader ? readPersonalNumber(text) : companyNumbers[country] ? companyNumbers[country].read(text) : text

/** What to enter where `readBuyerNumber` refuses. */
export const buyerNumberMessage = ({ isSoleTrader, country }: Buyer): string =>
  isSoleTrader
    ? 'Ange ägarens personnummer, som 811218-9876'
    : `Ange ett giltigt organisationsnummer, som ${companyNumbers[country]?.example ?? '556703-7485'}`

/** Undefined for a country whose numbers are not checked. */
export const companyNumberExample = (country: string): string | undefined => companyNumbers[country]?.example

const vatExamples: Readonly<Record<string, string>> = {
  SE: 'SE556703748501',
  NO: 'NO923609016MVA',
  FI: 'FI20774740',
  DK: 'DK13585628',
  DE: 'DE811569869',
}

/** What to enter where `readVatNumber` refuses: as the numbers of its country, else with a country first. */
export function vatNumberMessage(text: string): string {
  const example = vatExamples[withoutSeparators(text).slice(0, 2).toUpperCase()]
  return example
    ? `Ange ett giltigt momsregistreringsnummer, som ${example}`
    : `Ange ett giltigt momsregistreringsnummer med landets bokstäver först, som ${vatExamples.SE}`
}

/** '811218-••••': for lists and everything that a sole trader's number is not needed for. */
export const maskedNumber = (number: string): string => `${number.slice(0, 7)}••••`

// The billing details in the cells of another program's customer file.
import { readOrgNumber, readPostalCode } from '#features/company/company.rules.ts'
import type { BillingField } from './billing-details.contract.ts'
import { readCountry } from './countries.rules.ts'
import type { Part } from './customer-file.rules.ts'
import { addressesIn } from './imported-cell.rules.ts'
import { readPersonalNumber, readVatNumber, vatCountry } from './vat-numbers.rules.ts'

type Flag = 'isSoleTrader' | 'requiresReference'
export type TypedDetails = Record<Exclude<BillingField, Flag>, string> & Record<Flag, boolean>

export const PERSONAL_NUMBER_LEFT_OUT = 'Personnumret tas bara med för en enskild firma'

const isYes = (cell: string) => /^(ja|j|yes|y|true|sant|x|1)$/i.test(cell)

/** The details of a row, to be validated; `warnings` say what is left out. */
export function detailsIn(of: (part: Part) => string): { typed: TypedDetails; warnings: string[] } {
  const vatNumber = of('vatNumber')
  const country = countryIn(of('country'), vatNumber)
  const isPersonal = readOrgNumber(of('orgNumber')) === undefined && readPersonalNumber(of('orgNumber')) !== undefined
  // A private customer has no VAT number.
  const isSoleTrader = isYes(of('isSoleTrader')) || (isPersonal && vatNumber !== '')
  const isLeftOut = isPersonal && !isSoleTrader
  return {
    typed: {
      customerNumber: of('customerNumber'),
      isSoleTrader,
      orgNumber: isLeftOut ? '' : of('orgNumber'),
      vatNumber,
      invoiceEmail: addressesIn(of('invoiceEmail')).email,
      ...addressIn(of, country),
      country,
      yourReference: of('yourReference'),
      orderNumber: of('orderNumber'),
      paymentDays: daysIn(of('paymentDays')),
      requiresReference: isYes(of('requiresReference')),
    },
    warnings: isLeftOut ? [PERSONAL_NUMBER_LEFT_OUT] : [],
  }
}

/** An unknown country stays as it is, to be refused; without one that of the VAT number. */
function countryIn(cell: string, vatNumber: string): string {
  if (cell !== '') return readCountry(cell) ?? cell
  const read = readVatNumber(vatNumber)
  return read === undefined ? 'SE' : vatCountry(read)
}

/** A whole address; what is none becomes the customer's address on one line only. */
function addressIn(of: (part: Part) => string, country: string) {
  const street = [of('streetAlone') || of('street'), of('street2')].filter(Boolean).join(', ')
  const [postcode, town] = [of('postalCode'), of('city')]
  const isWhole = street !== '' && town !== '' && (country !== 'SE' || readPostalCode(postcode) !== undefined)
  return isWhole ? { street, postcode, town } : { street: '', postcode: '', town: '' }
}

/** '30' of '30 dagar netto'; another text stays as it is, to be refused. */
const daysIn = (cell: string): string => /^(\d+)\s*(?:d\b|dgr|dag|days?\b)/i.exec(cell)?.[1] ?? cell

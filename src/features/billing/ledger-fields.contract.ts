// What a ledger program needs to know of a customer and lacks (docs/decisions/127): billing refuses some, and warns of the others.
import { z } from 'zod'
import { kindsWithArticle } from './articles.rules.ts'

const texts = {
  reverse_reason: 'Orsak till omvänd betalningsskyldighet saknas',
  vat_number: 'Momsregistreringsnummer saknas',
  vat_country: 'Momsregistreringsnumret är från ett annat land än adressen',
  reverse_country: 'Landet passar inte omvänd betalningsskyldighet',
  reverse_private: 'Omvänd betalningsskyldighet gäller inte en privatperson',
  reference: 'Er referens eller ordernummer saknas',
  address: 'Adress saknas',
  org_number: 'Organisationsnummer saknas',
  electronics: 'Telefoner och datorer över 100 000 kr',
} as const
export type LedgerField = keyof typeof texts

export const LedgerLack = z.object({
  field: z.enum(Object.keys(texts) as [LedgerField, ...LedgerField[]]),
  /** Whether billing is refused until it is filled in. */
  stops: z.boolean(),
})
export type LedgerLack = z.infer<typeof LedgerLack>

/** Lines of a month that have no account although they may, by kind. */
export const WithoutAccount = z.object({ kind: z.enum(kindsWithArticle), lines: z.int() })
export type WithoutAccount = z.infer<typeof WithoutAccount>

export const ledgerFieldText = (field: LedgerField): string => texts[field]

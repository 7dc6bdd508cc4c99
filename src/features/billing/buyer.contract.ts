// The buyer on an invoice basis, as it was when the basis was made (0050-billing-details.sql).
import { z } from 'zod'
import { ReverseReason } from '#features/customers/customers.contract.ts'

const text = z.string().nullable()

/** Everything is null on bases that were made before the buyer was copied. A sole trader's personal numbers are masked or left out. */
export const Buyer = z.object({
  customerNumber: text,
  orgNumber: text,
  /** Of a sole trader only with reverse charge, which it is printed for. */
  vatNumber: text,
  /** As one line. */
  address: text,
  country: text,
  invoiceEmail: text,
  yourReference: text,
  orderNumber: text,
  /** Null: the company's payment terms. */
  paymentDays: z.int().nullable(),
  /** Of the first invoice recipient, as are the two below; null when the invoice goes to the customer itself. */
  recipient: text,
  recipientAddress: text,
  costCentre: text,
  reverseReason: ReverseReason.nullable(),
})
export type Buyer = z.infer<typeof Buyer>

/** What prevents billing; missing_of_buyer() in the database names them. */
export const missingOfBuyer = {
  reverse_reason: 'Kunden har omvänd betalningsskyldighet utan orsak. Välj orsaken under Fakturering på kundens sida.',
  vat_number_bygg:
    'Omvänd betalningsskyldighet för byggtjänst kräver att kundens land är Sverige och att kunden har ett svenskt momsregistreringsnummer. Fyll i dem under Fakturering på kundens sida.',
  vat_number_eu:
    'Omvänd betalningsskyldighet inom EU kräver att kundens land är ett annat EU-land än Sverige och att kunden har ett momsregistreringsnummer därifrån. Fyll i dem under Fakturering på kundens sida.',
  vat_number_goods:
    'Varor med omvänd betalningsskyldighet kräver att kunden är ett företag med momsregistreringsnummer från sitt land. Fyll i det under Fakturering på kundens sida, eller byt till artiklar med moms och skapa ett nytt underlag.',
  reference: 'Kunden kräver referens. Fyll i Er referens eller Ordernummer under Fakturering på kundens sida.',
} as const
export type MissingOfBuyer = keyof typeof missingOfBuyer
export const MissingOfBuyer = z.enum(Object.keys(missingOfBuyer) as [MissingOfBuyer, ...MissingOfBuyer[]])

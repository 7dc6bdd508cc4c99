import { readableAddress } from '#shared/email.rules.ts'
import type { Addressee, InvoiceBasis } from '../invoice-bases.contract.ts'
import { NO_MAIL_GOES } from '../invoice-basis-refusals.rules.ts'

const list = new Intl.ListFormat('sv-SE')

/** 'Anna Berg (anna@berg.example) och ekonomi@berg.example', or 'faktura@berg.example, som PDF' */
export const addresseesText = (addressees: readonly Addressee[]) =>
  list.format(
    addressees.map(({ name, email, isInvoiceAddress }) => {
      const address = readableAddress(email)
      return isInvoiceAddress ? `${address}, som PDF` : name ? `${name} (${address})` : address
    }),
  )

/** What happens when a draft with addressees is sent. */
export function deliveryText({
  addressees,
  isSendingMail,
}: Pick<InvoiceBasis, 'addressees' | 'isSendingMail'>): string {
  const all = addresseesText(addressees)
  if (addressees.some(({ isInvoiceAddress }) => isInvoiceAddress))
    return `Skickas till fakturaadressen ${all}. Ingen hos kunden godkänner i portalen.`
  return isSendingMail
    ? `Skickas till ${all}, som får mejl och läser underlaget i portalen.`
    : `Läggs i portalen för ${all}. ${NO_MAIL_GOES} Säg till att underlaget finns där.`
}

/** Where a basis is that was sent without mail. Silence approves only what somebody was told of. */
export const inPortalText = ({ addressees }: Pick<InvoiceBasis, 'addressees'>): string =>
  `Ligger i portalen för ${addresseesText(addressees)}. Inget mejl har gått, så det godkänns bara om någon gör det.`

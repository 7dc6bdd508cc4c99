import type { Addressee } from '../invoice-bases.contract.ts'

const list = new Intl.ListFormat('sv-SE')

/** 'Anna Berg (anna@berg.example) och ekonomi@berg.example', or 'faktura@berg.example, som PDF' */
export const addresseesText = (addressees: readonly Addressee[]) =>
  list.format(
    addressees.map(({ name, email, isInvoiceAddress }) =>
      isInvoiceAddress ? `${email}, som PDF` : name ? `${name} (${email})` : email,
    ),
  )

import type { Addressee } from '../invoice-bases.contract.ts'

const list = new Intl.ListFormat('sv-SE')

/** 'Anna Berg (anna@berg.example) och ekonomi@berg.example' */
export const addresseesText = (addressees: readonly Addressee[]) =>
  list.format(addressees.map(({ name, email }) => (name ? `${name} (${email})` : email)))

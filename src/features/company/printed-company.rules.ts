import { readableAddress } from '#shared/email.rules.ts'
import type { PrintedCompany } from './printed-company.contract.ts'

/** The lines under the company's name on a printout or a PDF. */
export const printedLines = ({ orgNumber, phone, email, address }: PrintedCompany): string[] =>
  [orgNumber && `Org.nr ${orgNumber}`, address?.replaceAll('\n', ', '), phone, email && readableAddress(email)].filter(
    (line) => !!line,
  ) as string[]

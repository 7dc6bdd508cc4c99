import { z } from 'zod'
import { file, get, optionalLine, post, requiredLine } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'
import { NewContact } from './contacts.contract.ts'
import { CustomerSelection, NAME_MAX } from './customers.contract.ts'
import { IMPORT_BODY_BYTES_MAX, importRows } from './import.contract.ts'

/** A contact in a file, which names its customer; the customer's e-mail address distinguishes customers of the same name. */
export const ImportedContact = z.strictObject({
  customer: requiredLine('Kund krävs').max(NAME_MAX, `Kund får max vara ${NAME_MAX} tecken`),
  customerEmail: optionalLine(EMAIL_MAX).transform((address) => address && asciiDomain(address)),
  ...NewContact.shape,
})
export type ImportedContact = z.output<typeof ImportedContact>

const body = importRows(ImportedContact, 'kontakter')

export const contactImport = {
  exportFile: get('/api/contacts/export', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The active contacts of all customers that match, as CSV',
    query: CustomerSelection,
    returns: file('text/csv; charset=utf-8'),
  }),
  create: post('/api/contacts/import', {
    allow: 'staff',
    summary:
      'Adds many contacts to their customers, all or none, except those that exist; 422 names rows as `rows.<number from 0>.<field>`',
    body,
    returns: z.object({ created: z.int() }),
    creates: true,
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
  check: post('/api/contacts/import/check', {
    allow: 'staff',
    summary: 'Which of these contacts exist already and which have no customer, as indexes from 0; nothing is stored',
    body,
    returns: z.object({
      known: z.array(z.int()),
      problems: z.array(z.object({ row: z.int(), message: z.string() })),
    }),
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
}

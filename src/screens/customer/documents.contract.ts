// Documents of a customer: for staff, and, when shown in the portal, for the customer's logins with 'Hela företaget'.
import { z } from 'zod'
import { AttachedFile, FileIds } from '#features/files/files.contract.ts'
import { Cursor, del, get, IdParams, nothing, pageOf, post, put } from '#shared/contract.ts'

export const DOCUMENT_NOT_FOUND = 'Dokumentet finns inte'

export const PortalDocument = AttachedFile.extend({ createdAt: z.iso.datetime() })
export type PortalDocument = z.infer<typeof PortalDocument>

export const CustomerDocument = PortalDocument.extend({
  /** The name of the person who added it. */
  addedBy: z.string(),
  isShown: z.boolean(),
})
export type CustomerDocument = z.infer<typeof CustomerDocument>

const Page = z.strictObject({ after: Cursor.optional() })

export const documents = {
  list: get('/api/customers/:id/documents', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s documents, newest first',
    params: IdParams,
    query: Page,
    returns: pageOf(CustomerDocument),
  }),
  add: post('/api/customers/:id/documents', {
    allow: 'staff',
    summary: 'Makes files that the user has uploaded documents of a customer; the portal does not show them yet',
    params: IdParams,
    body: z.strictObject({ fileIds: FileIds }),
    returns: nothing,
  }),
  show: put('/api/documents/:id', {
    allow: 'staff',
    summary: 'Shows a document in the customer’s portal, or no longer',
    params: IdParams,
    body: z.strictObject({ isShown: z.boolean('Ogiltigt värde') }),
    returns: nothing,
  }),
  remove: del('/api/documents/:id', {
    allow: 'staff',
    summary: 'Removes a document for good',
    params: IdParams,
    returns: nothing,
  }),
  ofPortal: get('/api/portal/documents', {
    allow: 'customer',
    summary: 'The documents that the company shows the customer, newest first',
    query: Page,
    returns: pageOf(PortalDocument),
  }),
}

// Invoice recipients (fakturamottagare): to whom a customer's invoices go, when not to itself.
import { z } from 'zod'
import {
  get,
  Id,
  IdParams,
  optionalEmail,
  optionalLine,
  optionalText,
  post,
  put,
  requiredLine,
  Version,
} from '#shared/contract.ts'
import { ADDRESS_MAX } from '#shared/limits.rules.ts'
import { REFERENCE_MAX } from './billing-details.contract.ts'

export const RECIPIENT_NAME_MAX = 200
export const COST_CENTRE_MAX = 50
export const RECIPIENT_NOT_FOUND = 'Fakturamottagaren hittades inte'
export const RECIPIENT_NOT_TO_CHOOSE = 'Fakturamottagaren finns inte eller är arkiverad. Välj en annan.'
/** Where it is used: 'abonnemanget Säkerhetskopia och ärende #1042'. */
export const recipientIsUsed = (where: string) =>
  `Fakturamottagaren används av ${where}. Byt mottagare där, eller avsluta det, och arkivera sedan.`

const inputFields = {
  name: requiredLine('Namn krävs').max(RECIPIENT_NAME_MAX, `Namn får max vara ${RECIPIENT_NAME_MAX} tecken`),
  address: optionalText(ADDRESS_MAX),
  email: optionalEmail,
  reference: optionalLine(REFERENCE_MAX),
  costCentre: optionalLine(COST_CENTRE_MAX),
}
export type RecipientField = keyof typeof inputFields

/** The labels in the order of the form, the card and the edit conflict. */
export const recipientLabels: Record<RecipientField, string> = {
  name: 'Namn',
  address: 'Adress',
  email: 'E-post för faktura',
  reference: 'Er referens',
  costCentre: 'Kostnadsställe',
}
export const recipientFields = Object.keys(recipientLabels) as RecipientField[]

export const NewRecipient = z.strictObject(inputFields)
export type NewRecipient = z.output<typeof NewRecipient>

export const ChangedRecipient = z.strictObject({ ...inputFields, version: Version })
export type ChangedRecipient = z.output<typeof ChangedRecipient>

export const Recipient = z.object({
  id: Id,
  name: z.string(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  reference: z.string().nullable(),
  costCentre: z.string().nullable(),
  archivedAt: z.iso.datetime().nullable(),
  version: z.int(),
})
export type Recipient = z.infer<typeof Recipient>

export const RecipientChoice = z.object({ id: Id, name: z.string() })
export type RecipientChoice = z.infer<typeof RecipientChoice>

const RecipientParams = z.strictObject({ id: Id, recipientId: Id })

export const recipients = {
  list: get('/api/customers/:id/recipients', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s invoice recipients: the first is the default, the archived ones are last',
    params: IdParams,
    returns: z.array(Recipient),
  }),
  create: post('/api/customers/:id/recipients', {
    allow: 'staff',
    summary: 'Adds an invoice recipient to a customer',
    params: IdParams,
    body: NewRecipient,
    returns: Recipient,
    creates: true,
  }),
  change: put('/api/customers/:id/recipients/:recipientId', {
    allow: 'staff',
    summary: 'Changes an invoice recipient; 409 with the current row for an outdated version',
    params: RecipientParams,
    body: ChangedRecipient,
    returns: Recipient,
  }),
  archive: post('/api/customers/:id/recipients/:recipientId/archive', {
    allow: 'staff',
    summary:
      'Archives an invoice recipient, so that new invoice bases no longer have it; 409 for an archived one, and for one that a charge or a ticket names',
    params: RecipientParams,
    returns: Recipient,
  }),
  restore: post('/api/customers/:id/recipients/:recipientId/restore', {
    allow: 'staff',
    summary: 'Restores an archived invoice recipient; 409 for an active one',
    params: RecipientParams,
    returns: Recipient,
  }),
}

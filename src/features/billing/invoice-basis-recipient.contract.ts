// To whom the lines of an invoice basis are invoiced, as it was when the basis was made (docs/decisions/126).
import { z } from 'zod'
import { Id } from '#shared/contract.ts'

const text = z.string().nullable()

/** The invoice recipient, order number and reference of a line. */
export const lineRecipient = {
  /** Null where the basis's own recipient gets the line, which `buyer` has. */
  recipientId: Id.nullable(),
  /** The name of who gets the invoice; null for the customer itself. */
  recipient: text,
  /** Of its charge or ticket, else the customer's. */
  orderNumber: text,
  /** 'Er referens' of the recipient, else the customer's. */
  reference: text,
}

/** A recipient that lines name, other than the basis's own. */
export const BasisRecipient = z.object({
  id: Id,
  name: z.string(),
  address: text,
  email: text,
  reference: text,
  costCentre: text,
})
export type BasisRecipient = z.infer<typeof BasisRecipient>

// What a ticket's screen shows of other tickets: the one into which it is merged, those merged into it, and related ones.
import { z } from 'zod'
import { AttachedFile } from '#features/files/files.contract.ts'
import { ExpenseTotal } from '#features/time/expenses.contract.ts'
import { TimeTotal } from '#features/time/time.contract.ts'
import { Id } from '#shared/contract.ts'

const NamedTicket = z.object({ id: Id, ticketNumber: z.int(), title: z.string() })

/** The ticket into which one is merged, where the work goes on; null for one that is not merged. */
export const Survivor = z.object({ id: Id, ticketNumber: z.int() }).nullable()
export type Survivor = z.infer<typeof Survivor>

/** The number of the merged ticket from which an entry comes; null for the entries of the ticket itself. */
export const FromNumber = z.int().nullable()

/** The description of a merged ticket in the thread of the survivor. */
export const MergedDescription = NamedTicket.extend({
  kind: z.literal('ticket'),
  createdAt: z.iso.datetime(),
  author: z.object({ id: Id, fullName: z.string() }),
  byCustomer: z.boolean(),
  description: z.string(),
  /** Quotation and signature of the mail that opened it. */
  folded: z.string().nullable(),
  files: z.array(AttachedFile),
  /** The mail that opened it. */
  mailId: Id.nullable(),
})
export type MergedDescription = z.infer<typeof MergedDescription>

/** A ticket that is merged into this one. Its time, travel and material stay its own. */
export const MergedTicket = NamedTicket.extend({ version: z.int(), time: TimeTotal, expenses: ExpenseTotal })
export type MergedTicket = z.infer<typeof MergedTicket>

/** A ticket that staff have related to this one. */
export const RelatedTicket = NamedTicket.extend({ customer: z.string(), isDone: z.boolean() })
export type RelatedTicket = z.infer<typeof RelatedTicket>

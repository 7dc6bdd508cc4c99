// The statements of the orders of Inkorg and the cursors of their pages. search_enquiries() sorts and pages by 'created' on its own.
import { type RawBuilder, sql } from 'kysely'
import type { EnquiryRow } from '../enquiries.contract.ts'
import type { EnquirySort } from '../enquiry-order.rules.ts'

export type EnquiryPosition = { createdAt: string; id: string; dueAt?: string }

type Order = {
  keys: readonly (keyof EnquiryPosition)[]
  sorted: RawBuilder<unknown>
  /** `position` must be a cursor of this order. */
  isAfter: (position: EnquiryPosition) => RawBuilder<boolean>
  positionOf: (row: EnquiryRow) => EnquiryPosition
}

/** As the index of the order has it. Those of whom nobody waits for an answer are last. */
const dueAt = sql`coalesce(enquiries.due_at, 'infinity')`

export const enquiryOrders = {
  created: {
    keys: ['createdAt', 'id'],
    sorted: sql`enquiries.created_at desc, enquiries.id desc`,
    isAfter: ({ createdAt, id }) =>
      sql`(enquiries.created_at, enquiries.id) < (${createdAt}::timestamptz, ${id}::uuid)`,
    positionOf: ({ createdAt, id }) => ({ createdAt, id }),
  },
  due: {
    keys: ['dueAt', 'createdAt', 'id'],
    sorted: sql`${dueAt}, enquiries.created_at, enquiries.id`,
    isAfter: (position) =>
      sql`(${dueAt}, enquiries.created_at, enquiries.id)
        > (${position.dueAt}::timestamptz, ${position.createdAt}::timestamptz, ${position.id}::uuid)`,
    positionOf: ({ dueAt: due, createdAt, id }) => ({ dueAt: due ?? 'infinity', createdAt, id }),
  },
} as const satisfies Record<EnquirySort, Order>

import type { TimeEntry } from '../time.contract.ts'

/** The detail of a row in the audit log: dates, minutes and ids, no text. */
export const auditDetail = ({
  workDate,
  timeFrom,
  timeTo,
  isPlaced,
  fromIsFirst,
  toIsFirst,
  minutes,
  customer,
  ticket,
  kind,
  isRut,
  unbilledReason,
  technician,
}: TimeEntry) => ({
  workDate,
  timeFrom,
  timeTo,
  isPlaced,
  fromIsFirst,
  toIsFirst,
  minutes,
  customerId: customer.id,
  ticketId: ticket?.id ?? null,
  kind,
  isRut,
  isUnbilled: unbilledReason !== null,
  userId: technician.id,
})

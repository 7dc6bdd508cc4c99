// Tables of reports (platform/database/schema.ts).
import type { GeneratedAlways } from 'kysely'

type Reports = {
  orgId: string
  id: string
  createdBy: string
  createdAt: GeneratedAlways<string>
  /** Null for all customers. */
  customerId: string | null
  customerName: string | null
  periodFrom: string
  periodTo: string
  rowCount: number
  minutes: number
  alreadyReported: number
  markedAt: string | null
  markedBy: string | null
  markedRows: number | null
}

type ReportRows = {
  orgId: string
  reportId: string
  position: number
  timeEntryId: string
  version: number
  workDate: string
  customerId: string
  customerName: string
  technician: string
  timeFrom: string | null
  timeTo: string | null
  fromIsFirst: boolean
  toIsFirst: boolean
  minutes: number
  description: string | null
  ticketNumber: number | null
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    reports: Reports
    reportRows: ReportRows
  }
}

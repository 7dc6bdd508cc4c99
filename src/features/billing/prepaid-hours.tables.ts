// Tables of prepaid hours and of the hours that are used (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { Ore } from '#shared/money.rules.ts'

type PrepaidHours = {
  orgId: string
  id: string
  customerId: string
  boughtOn: string
  /** The last work date that the hours cover. */
  validUntil: string | null
  minutes: number
  priceOre: Ore
  createdBy: string
  createdAt: GeneratedAlways<string>
  removedAt: Generated<string | null>
  removedBy: Generated<string | null>
}

/** Written only by draw_prepaid_hours(); returns are negative. */
type Drawdowns = {
  orgId: GeneratedAlways<string>
  prepaidHoursId: GeneratedAlways<string>
  basisId: GeneratedAlways<string>
  isReturn: GeneratedAlways<boolean>
  minutes: GeneratedAlways<number>
  createdAt: GeneratedAlways<string>
}

/** Use of a month's included hours, or of prepaid hours. */
type UsedHours = {
  orgId: string
  id: string
  customerId: string
  /** The first day of the month. */
  month: string | null
  prepaidHoursId: string | null
  minutes: number
  usedMinutes: number
  notifiedPercent: number
  notifiedAt: string | null
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    prepaidHours: PrepaidHours
    drawdowns: Drawdowns
    usedHours: UsedHours
  }
}

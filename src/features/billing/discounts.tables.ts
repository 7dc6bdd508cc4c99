// Tables of discounts and free lines (platform/database/schema.ts).
import type { Generated } from 'kysely'
import type { Ore } from '#shared/money.rules.ts'
import type { VatClass } from './articles.rules.ts'

/** Neither in percent nor in kronor: no discount from the date on. */
type CustomerDiscounts = {
  orgId: string
  customerId: string
  validFrom: string
  basisPoints: number | null
  amountOre: Ore | null
}

/** Written by staff on a draft. */
type FreeLines = {
  orgId: string
  id: string
  basisId: string
  text: string
  /** Of the unit. */
  hundredths: number
  unit: string
  /** Without VAT; may be negative. */
  priceOre: Ore
  vatClass: VatClass
  /** Printed where the class has no VAT; null for others. */
  vatReason: string | null
  articleId: string | null
  version: Generated<number>
  createdBy: string | null
  createdAt: Generated<string>
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    customerDiscounts: CustomerDiscounts
    freeLines: FreeLines
  }
}

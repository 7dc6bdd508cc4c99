// Tables of articles and recurring charges (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { Ore } from '#shared/money.rules.ts'
import type { VatClass, WorkLineKind } from './articles.rules.ts'
import type { ChargePeriod, ChargeTiming } from './charges.rules.ts'
import type { CountedBy } from './counted.contract.ts'

type Articles = {
  orgId: string
  id: string
  number: string
  name: string
  unit: string
  vatClass: Generated<VatClass>
  /** Printed where the class has no VAT; null for others. */
  vatReason: string | null
  account: string | null
  isConstruction: Generated<boolean>
  isElectronics: Generated<boolean>
  archivedAt: Generated<string | null>
  version: Generated<number>
  createdBy: string | null
  createdAt: GeneratedAlways<string>
}

type ArticlePrices = { orgId: string; articleId: string; validFrom: string; priceOre: Ore }

type WorkArticles = { orgId: string; kind: WorkLineKind; articleId: string }

/** A recurring charge. */
type Charges = {
  orgId: string
  id: string
  customerId: string
  articleId: string | null
  text: string | null
  unit: string | null
  period: ChargePeriod
  timing: ChargeTiming
  startsOn: string
  /** The last day. */
  endsOn: Generated<string | null>
  bindingUntil: Generated<string | null>
  noticeMonths: Generated<number>
  isByDays: boolean
  orderNumber: Generated<string | null>
  note: Generated<string | null>
  countedBy: Generated<CountedBy | null>
  /** The type of equipment. */
  countedType: Generated<string | null>
  version: Generated<number>
  createdBy: string | null
  createdAt: GeneratedAlways<string>
}

/** In hundredths of the unit. */
type ChargeQuantities = { orgId: string; chargeId: string; validFrom: string; hundredths: number }
/** Null: the article's price. */
type ChargePrices = { orgId: string; chargeId: string; validFrom: string; priceOre: Ore | null }
type ChargeDiscounts = {
  orgId: string
  chargeId: string
  validFrom: string
  basisPoints: number | null
  amountOre: Ore | null
}

/** What a list counts on a day, in hundredths of the unit. */
type ImportedCounts = {
  orgId: string
  customerId: string
  articleId: string
  countedOn: string
  hundredths: number
  importedBy: string | null
  importedAt: Generated<string>
}

type InvoiceBasisCounts = {
  orgId: string
  basisId: string
  chargeId: string
  countedOn: string
  chargedHundredths: number
  countedHundredths: number
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    articles: Articles
    articlePrices: ArticlePrices
    workArticles: WorkArticles
    charges: Charges
    chargeQuantities: ChargeQuantities
    chargePrices: ChargePrices
    chargeDiscounts: ChargeDiscounts
    importedCounts: ImportedCounts
    invoiceBasisCounts: InvoiceBasisCounts
  }
}

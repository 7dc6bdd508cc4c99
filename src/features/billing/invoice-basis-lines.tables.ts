import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Ore } from '#shared/money.rules.ts'
import type { ChargedPeriod } from './charges.rules.ts'
import type { LineKind } from './invoice-lines.rules.ts'

export type InvoiceBasisLines = {
  orgId: string
  basisId: string
  /** From 1. */
  position: number
  kind: LineKind
  article: string | null
  prepaidHoursId: string | null
  quantity: number
  per: number
  unit: string
  unitOre: Ore
  netOre: Ore
  vatPercent: number
  isRut: boolean
  articleNumber: string | null
  account: string | null
  /** Printed where the VAT is 0. */
  vatReason: string | null
  isElectronics: Generated<boolean>
  /** Of a charge or its adjustment. */
  chargeId: string | null
  /** Of a fee, a charge or its adjustment: the charged days. */
  periodFrom: string | null
  periodTo: string | null
  charged: ColumnType<ChargedPeriod | null, string | null, never>
  /** What of the period counts as paid although it is not billed: staff kept what was approved before a price changed. */
  forgoneOre: GeneratedAlways<Ore>
  /** The first day of the month of late rows; null for the basis's own. */
  month: Generated<string | null>
  /** The first day of the month whose discount the line has; null for that of its rows, or of the basis. */
  discountMonth: Generated<string | null>
  /** Null for the recipient of the basis. */
  recipientId: Generated<string | null>
  /** Of its charge or ticket; null for that of the basis. */
  orderNumber: Generated<string | null>
} & WrittenRecipient

/** Columns that the database writes from a line's recipient. */
type WrittenRecipient = Record<
  'recipient' | 'recipientAddress' | 'recipientEmail' | 'reference' | 'costCentre',
  GeneratedAlways<string | null>
>

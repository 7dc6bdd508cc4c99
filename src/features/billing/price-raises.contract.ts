// Raises of many prices at once ('Höj priser'), with a preview of each (docs/decisions/123).
import { z } from 'zod'
import { Amount, Id, Month, post, requiredDay, requiredId, whenValid } from '#shared/contract.ts'
import { BODY_BYTES_MAX } from '#shared/limits.rules.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { chargePeriods } from './charges.rules.ts'
import { Addressee } from './invoice-bases.contract.ts'
import { raiseRoundings, raiseSubjects, stopReasons, termsParts } from './price-raises.rules.ts'

/** Twice the price. */
const RAISE_POINTS_MAX = 10_000
/** How many rows a preview has. */
export const RAISE_ROWS_MAX = 5000

export const RAISE_CHANGED =
  'Något har ändrats sedan förhandsgranskningen, och inget har höjts. Läs vad som skiljer och höj igen.'
export const RAISE_STOPPED = 'Ett av priserna kan inte höjas. Granska igen.'
export const RAISE_TOO_MANY = `Det blir fler än ${RAISE_ROWS_MAX} rader. Välj en artikel eller en kund.`
const percent = 'Ange en höjning i procent, som 3,5'
const kronor = 'Ange en höjning i kronor, som 25'

const amounts = {
  basisPoints: z.int(percent).min(1, percent).max(RAISE_POINTS_MAX, 'Får vara högst 100 procent').nullable(),
  amountOre: z
    .int(kronor)
    .min(1, kronor)
    .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
    .transform(ore)
    .nullable(),
  rounding: z.enum(raiseRoundings, 'Välj avrundning'),
}

/** What is raised, by how much and from when. Ids of null are all; those that do not belong to the subject are ignored. */
const raiseFields = {
  subject: z.enum(raiseSubjects, 'Välj vad som ska höjas'),
  /** Of charges and articles. */
  articleId: requiredId('Välj en artikel').nullable(),
  /** Of charges. */
  customerId: requiredId('Välj en kund').nullable(),
  /** The latest version. */
  termsId: requiredId('Välj villkor').nullable(),
  termsPart: z.enum(termsParts, 'Välj vad i villkoren'),
  ...amounts,
  from: requiredDay('Ange från vilken dag'),
}
type By = { basisPoints: number | null; amountOre: number | null }
const isOneOfTwo = ({ basisPoints, amountOre }: By) => (basisPoints === null) !== (amountOre === null)
const oneOfTwo = {
  message: 'Ange höjningen i procent eller i kronor',
  path: ['basisPoints'],
  when: whenValid('basisPoints', 'amountOre'),
}

export const RaiseInput = z.strictObject(raiseFields).refine(isOneOfTwo, oneOfTwo)
export type RaiseInput = z.output<typeof RaiseInput>

const CustomerOfRaise = z.object({ id: Id, name: z.string() })
const StopOfRaise = z.object({
  reason: z.enum(stopReasons),
  date: z.iso.date().nullable(),
  /** Whose row stops it, when that is not clear. */
  customer: z.string().nullable(),
})

/** The prices of a row: one of a charge or an article, several of terms. */
const raisedParts = ['unit', 'remoteOre', 'onsiteOre', 'afterHoursOre', 'startFeeOre', 'monthlyFeeOre'] as const
export type RaisedPart = (typeof raisedParts)[number]
const RaisedPrice = z.object({ part: z.enum(raisedParts), oldOre: Amount.nullable(), newOre: Amount.nullable() })
export type RaisedPrice = z.infer<typeof RaisedPrice>

/** A customer whose price follows: a charge with the article's price, or an agreement on the terms. */
const RaiseFollower = z.object({
  customer: CustomerOfRaise,
  /** Of the charge; null for terms. */
  charge: z.object({ id: Id, name: z.string(), period: z.enum(chargePeriods) }).nullable(),
  monthlyOre: Amount,
  /** Until when a bound charge keeps the old price. */
  keepsUntil: z.iso.date().nullable(),
  earliest: z.iso.date().nullable(),
  /** A monthly fee of its own, which is not raised. */
  ownFeeOre: Amount.nullable(),
})
export type RaiseFollower = z.infer<typeof RaiseFollower>

/** A SHA-256 in base64url. */
const RaiseState = z.string().regex(/^[\w-]{43}$/, 'Granska höjningen igen')

export const RaiseRow = z.object({
  /** Of the charge, the article or the terms. */
  id: Id,
  customer: CustomerOfRaise.nullable(),
  name: z.string(),
  unit: z.string().nullable(),
  period: z.enum(chargePeriods).nullable(),
  prices: z.array(RaisedPrice),
  /** In sum for all customers, without VAT. */
  monthlyOre: Amount,
  /** The first period of a charge with the new price begins then; of others the day of the raise. */
  appliesFrom: z.iso.date().nullable(),
  stop: StopOfRaise.nullable(),
  /** The first day that the notice leaves time for, when it is after the raise. */
  earliest: z.iso.date().nullable(),
  followers: z.array(RaiseFollower),
  /** Stands for all of this: another one means that something has changed. */
  state: RaiseState,
})
export type RaiseRow = z.infer<typeof RaiseRow>

export const RaisePreview = z.object({
  rows: z.array(RaiseRow),
  /** Without it nobody gets mail. */
  isSendingMail: z.boolean(),
  /** Who gets mail; customers without addressees get none. */
  recipients: z.array(z.object({ customer: CustomerOfRaise, addressees: z.array(Addressee) })),
  /** Sent and approved invoice bases of the day's month and later ones, which the raise marks to be checked. */
  bases: z.array(z.object({ id: Id, customer: z.string(), month: Month, state: z.enum(['sent', 'approved']) })),
})
export type RaisePreview = z.infer<typeof RaisePreview>

export const NewRaise = z
  .strictObject({
    ...raiseFields,
    /** All rows of the preview as they were, and which of them to raise. */
    seen: z
      .array(z.strictObject({ id: Id, state: RaiseState, isChosen: z.boolean() }))
      .max(RAISE_ROWS_MAX, RAISE_TOO_MANY)
      .refine((rows) => rows.some(({ isChosen }) => isChosen), 'Välj minst ett pris'),
    sendsMail: z.boolean('Ange om kunderna ska få mejl'),
  })
  .refine(isOneOfTwo, oneOfTwo)
export type NewRaise = z.output<typeof NewRaise>

/** The preview as it is now, and the rows that differ: changed, added, or no longer there. */
export const ChangedPreview = z.object({ preview: RaisePreview, differs: z.array(Id) })
export type ChangedPreview = z.infer<typeof ChangedPreview>

export const priceRaises = {
  preview: post('/api/price-raises/preview', {
    allow: 'admin',
    summary:
      'What a raise of prices from a day would do to each charge, article or version of terms, and what stops it; nothing is stored',
    body: RaiseInput,
    returns: RaisePreview,
  }),
  create: post('/api/price-raises', {
    allow: 'admin',
    summary:
      'Raises the chosen prices as dated rows in one transaction, with mail to the customers by choice; 409 with the preview of now and the rows that differ',
    body: NewRaise,
    returns: z.object({ raised: z.int(), mails: z.int() }),
    creates: true,
    bodyLimitBytes: 4 * BODY_BYTES_MAX,
  }),
}

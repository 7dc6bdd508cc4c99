// Purchases of prepaid hours: `timbank` in Swedish texts, `pot` in stored and sent values.
import { z } from 'zod'
import { Amount, get, Id, IdParams, post, requiredDay, whenValid } from '#shared/contract.ts'
import { ore } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'

/** 10 000 hours. */
export const PREPAID_HOURS_MINUTES_MAX = 600_000
/** For the whole purchase: 1 000 000 kr. */
export const PREPAID_HOURS_PRICE_MAX_ORE = 100_000_000
/** Prepaid hours may be valid for years, unlike the dates of work. */
const PREPAID_HOURS_VALID_MAX = '2099-12-31'

export const PREPAID_HOURS_NOT_FOUND = 'Timbanken finns inte'
export const PREPAID_HOURS_IS_DRAWN = 'Timmar har redan räknats av. Timbanken kan inte tas bort.'
const PREPAID_HOURS_EXPIRES_BEFORE = 'Slutdatumet ska inte ligga före inköpet'

const hours = 'Ange antal timmar, som 10'

export const NewPrepaidHours = z
  .strictObject({
    boughtOn: requiredDay('Ange när timmarna köptes'),
    /** The last work date that the hours cover; null if they do not expire. */
    validUntil: z
      .string('Ogiltigt värde')
      .trim()
      .nullable()
      .transform((date) => date || null)
      .pipe(
        z.iso
          .date('Ange ett datum som 2026-11-21')
          .refine((date) => date <= PREPAID_HOURS_VALID_MAX, `Datumet får vara senast ${PREPAID_HOURS_VALID_MAX}`)
          .nullable(),
      ),
    minutes: z
      .int(hours)
      .min(1, hours)
      .max(PREPAID_HOURS_MINUTES_MAX, `Får vara högst ${plural(PREPAID_HOURS_MINUTES_MAX / 60, 'timme', 'timmar')}`),
    /** Without VAT, for the whole purchase. */
    priceOre: z
      .int('Ange ett belopp, som 8500,00')
      .min(0, 'Beloppet kan inte vara mindre än noll')
      .max(PREPAID_HOURS_PRICE_MAX_ORE, 'Beloppet får vara högst 1 000 000 kr')
      .transform(ore),
  })
  .refine(({ boughtOn, validUntil }) => validUntil === null || boughtOn <= validUntil, {
    message: PREPAID_HOURS_EXPIRES_BEFORE,
    path: ['validUntil'],
    when: whenValid('boughtOn', 'validUntil'),
  })
export type NewPrepaidHours = z.output<typeof NewPrepaidHours>

export const PrepaidHours = z.object({
  id: Id,
  boughtOn: z.iso.date(),
  validUntil: z.iso.date().nullable(),
  minutes: z.int(),
  priceOre: Amount,
  /** Drawn by billed invoice bases and by time of months that are not billed yet. */
  usedMinutes: z.int(),
  /** The part of `usedMinutes` that is billed. */
  drawnMinutes: z.int(),
})
export type PrepaidHours = z.infer<typeof PrepaidHours>

/** Newest first. */
const CustomerPrepaidHours = z.array(PrepaidHours)

export const prepaidHours = {
  ofCustomer: get('/api/customers/:id/prepaid-hours', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The prepaid hours that a customer has bought, with what is used of each; newest first',
    params: IdParams,
    returns: CustomerPrepaidHours,
  }),
  create: post('/api/customers/:id/prepaid-hours', {
    allow: 'admin',
    summary: 'Adds prepaid hours, which are billed with the month in which they were bought',
    params: IdParams,
    body: NewPrepaidHours,
    returns: CustomerPrepaidHours,
    creates: true,
  }),
  remove: post('/api/prepaid-hours/:id/remove', {
    allow: 'admin',
    summary: 'Removes prepaid hours; 409 when hours have been drawn or they are on a billed invoice basis',
    params: IdParams,
    returns: CustomerPrepaidHours,
  }),
}

import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { readKronor } from '#shared/money.rules.ts'
import { minutesOfHours } from '#shared/typed-hours.rules.ts'
import { NewPrepaidHours } from '../prepaid-hours.contract.ts'

/** Parses the texts of the form; unreadable ones become NaN, which the contract refuses with the field's message. */
export const PrepaidHoursForm = z
  .object({
    boughtOn: z.string(),
    validUntil: z.string().transform((text): string | null => text),
    minutes: z.string().transform((text) => minutesOfHours(text) ?? Number.NaN),
    priceOre: z.string().transform((text) => readKronor(text) ?? Number.NaN),
  })
  .pipe(NewPrepaidHours)
export type PrepaidHoursValues = z.input<typeof PrepaidHoursForm>

export const emptyPrepaidHours = (): PrepaidHoursValues => ({
  boughtOn: todayInStockholm(),
  validUntil: '',
  minutes: '',
  priceOre: '',
})

import { z } from 'zod'
import { type CountedBy, Counting, countedBys } from '../counted.contract.ts'

/** The choice of a charge that nothing counts. */
const NOT_COUNTED = 'none'

const countedByLabels: Record<CountedBy, string> = {
  equipment: 'Kundens utrustning av en typ',
  list: 'En importerad lista',
}

export const countedByChoices = [
  { value: NOT_COUNTED, label: 'Räknas inte' },
  ...countedBys.map((value) => ({ value, label: countedByLabels[value] })),
] as const

export const CountingForm = z
  .object({ by: z.enum([NOT_COUNTED, ...countedBys]), type: z.string() })
  .transform(({ by, type }): z.input<typeof Counting> | null => {
    if (by === NOT_COUNTED) return null
    return by === 'equipment' ? { by, type } : { by }
  })
  .pipe(Counting.nullable())
export type CountingValues = z.input<typeof CountingForm>

export const countingValuesOf = (counting: Counting | null): CountingValues => ({
  by: counting?.by ?? NOT_COUNTED,
  type: counting?.by === 'equipment' ? counting.type : '',
})

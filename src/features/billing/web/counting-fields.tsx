import { useQuery } from '@tanstack/react-query'
import { type Control, type FieldPath, type FieldPathValue, useWatch } from 'react-hook-form'
import { EQUIPMENT_TYPE_MAX } from '#features/equipment/equipment.contract.ts'
import { equipmentTypesQuery } from '#features/equipment/web/equipment.api.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { type CountingValues, countedByChoices } from './counting-form.ts'

type WithCounting = { counting: CountingValues }
type Props<Values extends WithCounting, Out> = { control: Control<Values, unknown, Out> }

/** What a recurring charge is compared with before a month is made. */
export function CountingFields<Values extends WithCounting, Out>({ control }: Props<Values, Out>) {
  const name = (field: `counting.${keyof CountingValues}`) => field as FieldPath<Values>
  const by = useWatch({ control, name: name('counting.by') }) as FieldPathValue<WithCounting, 'counting.by'>
  const { data: types = [] } = useQuery(equipmentTypesQuery)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        control={control}
        name={name('counting.by')}
        label="Räknas mot"
        choices={countedByChoices}
        hint="Skiljer sig antalet visas det innan månaden görs. Det ändras aldrig av sig självt."
      />
      {by === 'equipment' && (
        <TextField
          control={control}
          name={name('counting.type')}
          label="Typ av utrustning"
          hint="Som den står på kundens utrustning"
          isRequired
          maxLength={EQUIPMENT_TYPE_MAX}
          suggestions={types}
          autoComplete="off"
        />
      )}
    </div>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type Control, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { DateField } from '#shared/ui/date-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import {
  EQUIPMENT_NAME_MAX,
  EQUIPMENT_TYPE_MAX,
  Equipment,
  equipmentFields,
  equipmentLabels,
  NewEquipment,
} from '../equipment.contract.ts'
import { equipmentTypesQuery, useChangeEquipment, useCreateEquipment } from './equipment.api.ts'
import { equipmentKey } from './equipment-recovery.ts'

type Values = z.input<typeof NewEquipment>
type Props = { customerId: string; row?: Equipment; onClose: () => void }

/** A value for every field, as saving without one would delete it. */
const valuesOf = (row?: Equipment): Required<Values> =>
  Object.fromEntries(equipmentFields.map((field) => [field, row?.[field] ?? ''])) as Required<Values>

/** Adds equipment to a customer, or changes it. */
export function EquipmentDialog({ customerId, row, onClose }: Props) {
  const form = useForm<Values, unknown, NewEquipment>({
    resolver: zodResolver(NewEquipment),
    defaultValues: valuesOf(row),
  })
  useFormRecovery(form, { key: equipmentKey(customerId, row), subject: row })
  const create = useCreateEquipment()
  const change = useChangeEquipment()
  const { submit, conflict } = useRowForm({
    form,
    schema: Equipment,
    valuesOf,
    onSaved: onClose,
    row: () => row,
    create: (values, idempotencyKey) => create.mutateAsync({ customerId, values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, values }),
    saved: 'Utrustning sparad',
    failed: (text) => ({ title: 'Kunde inte spara utrustning', text }),
  })
  const title = row ? 'Ändra utrustning' : 'Ny utrustning'
  return (
    <RowDialog
      title={title}
      form={form}
      onSubmit={submit}
      conflict={conflict}
      conflictTitle="Någon annan hann ändra utrustningen. Så här står det nu:"
      labels={equipmentLabels}
      onClose={onClose}
    >
      <EquipmentFields control={form.control} />
    </RowDialog>
  )
}

const EquipmentFields = ({ control }: { control: Control<Values, unknown, NewEquipment> }) => (
  <>
    <TextField
      control={control}
      name="name"
      label={equipmentLabels.name}
      hint="Till exempel Dator i receptionen"
      isRequired
      maxLength={EQUIPMENT_NAME_MAX}
      autoComplete="off"
      autoFocus
    />
    <div className="grid gap-4 sm:grid-cols-2">
      <TypeField control={control} />
      <TextField control={control} name="model" label={equipmentLabels.model} autoComplete="off" />
      <TextField control={control} name="serial" label={equipmentLabels.serial} autoComplete="off" />
      <TextField control={control} name="place" label={equipmentLabels.place} autoComplete="off" />
      <DateField control={control} name="warrantyUntil" label={equipmentLabels.warrantyUntil} />
    </div>
    <TextArea
      control={control}
      name="note"
      label={equipmentLabels.note}
      rows={3}
      hint="Syns bara för personalen. Lösenord hör hemma under Teknik."
    />
  </>
)

function TypeField({ control }: { control: Control<Values, unknown, NewEquipment> }) {
  const { data: types = [] } = useQuery(equipmentTypesQuery)
  return (
    <TextField
      control={control}
      name="type"
      label={equipmentLabels.type}
      hint="Till exempel Server. Abonnemang kan räkna dem."
      maxLength={EQUIPMENT_TYPE_MAX}
      suggestions={types}
      autoComplete="off"
    />
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#lib/ui/button.tsx'
import { DateField } from '#lib/ui/date-field.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { EQUIPMENT_NAME_MAX, Equipment, equipmentFields, equipmentLabels, NewEquipment } from '../equipment.contract.ts'
import { equipmentRecoveryKey, useChangeEquipment, useCreateEquipment } from './equipment.api.ts'

type Values = z.input<typeof NewEquipment>
type Props = { customerId: string; row?: Equipment; onClose: () => void }

/** A value for every field: saving without one would delete it. */
const valuesOf = (row?: Equipment): Required<Values> =>
  Object.fromEntries(equipmentFields.map((field) => [field, row?.[field] ?? ''])) as Required<Values>

/** Adds equipment to a customer, or changes it. */
export function EquipmentDialog({ customerId, row, onClose }: Props) {
  const form = useForm<Values, unknown, NewEquipment>({
    resolver: zodResolver(NewEquipment),
    defaultValues: valuesOf(row),
  })
  useFormRecovery(form, { key: equipmentRecoveryKey(customerId, row), subject: row })
  const { save, conflict } = useSave(customerId, row)
  const submit = async (values: NewEquipment) => {
    const { error, current } = await save(values)
    if (error === undefined) return onClose()
    // Keeps the user's input and updates untouched fields, so that saving does not revert the other change.
    if (current) form.reset(valuesOf(current), { keepDirtyValues: true, keepFieldsRef: true })
    else putFieldErrors(form, error)
  }
  const { control, formState } = form
  const title = row ? 'Ändra utrustning' : 'Ny utrustning'
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label={title}>
        {conflict && <Conflict row={conflict} />}
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
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Sparar...">
            {conflict ? 'Spara min version' : 'Spara'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Saves with a toast; `error` is for the form fields. After an edit conflict `conflict` is the current row. */
function useSave(customerId: string, row: Equipment | undefined) {
  const create = useCreateEquipment()
  const change = useChangeEquipment()
  const idempotency = useIdempotencyKey()
  const [conflict, setConflict] = useState<Equipment>()
  // The row being edited: a refetch meanwhile must not apply its version to input based on an older row.
  const [opened] = useState(row)

  const save = async (values: NewEquipment): Promise<{ error?: unknown; current?: Equipment }> => {
    try {
      if (opened) {
        const { version } = conflict ?? opened
        await change.mutateAsync({ id: opened.id, values: { ...values, version } })
      } else {
        await create.mutateAsync({ customerId, values, idempotencyKey: idempotency.keyFor(values) })
        idempotency.clear()
      }
      showToast({ title: 'Utrustning sparad', tone: 'success' })
      return {}
    } catch (error) {
      const current =
        error instanceof CallError && error.code === 'conflict' ? Equipment.safeParse(error.current) : undefined
      if (current?.success) {
        setConflict(current.data)
        return { error, current: current.data }
      }
      showToast({ title: 'Kunde inte spara utrustning', text: messageOf(error), tone: 'error' })
      return { error }
    }
  }
  return { save, conflict }
}

/** The current row after an edit conflict, above the form that keeps the user's input. */
function Conflict({ row }: { row: Equipment }) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra utrustningen. Så här står det nu:</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {equipmentFields.map((field) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{equipmentLabels[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap">{row[field] ?? '-'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-soft">
        Det du har skrivit står kvar nedanför, och fälten du inte rört visar det nya. Spara din version, eller avbryt
        och behåll den som står.
      </p>
    </section>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import {
  CANNED_NAME_MAX,
  CANNED_TEXT_MAX,
  CannedAnswer,
  cannedLabels,
  NewCannedAnswer,
} from '../canned-answers.contract.ts'
import { cannedAnswerKey } from './canned-answer-recovery.ts'
import { useChangeCannedAnswer, useCreateCannedAnswer } from './canned-answers.api.ts'

type Values = z.input<typeof NewCannedAnswer>
type Props = { row?: CannedAnswer; onClose: () => void }

const valuesOf = (row?: CannedAnswer): Values => ({ name: row?.name ?? '', text: row?.text ?? '' })

/** Adds a canned answer, or changes it. */
export function CannedAnswerDialog({ row, onClose }: Props) {
  const form = useForm<Values, unknown, NewCannedAnswer>({
    resolver: zodResolver(NewCannedAnswer),
    defaultValues: valuesOf(row),
  })
  useFormRecovery(form, { key: cannedAnswerKey(row), subject: row })
  const create = useCreateCannedAnswer()
  const change = useChangeCannedAnswer()
  const { submit, conflict } = useRowForm({
    form,
    schema: CannedAnswer,
    valuesOf,
    onSaved: onClose,
    row: () => row,
    create: (values, idempotencyKey) => create.mutateAsync({ values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, values }),
    saved: 'Färdigt svar sparat',
    failed: (text) => ({ title: 'Kunde inte spara svaret', text }),
  })
  return (
    <RowDialog
      title={row ? 'Ändra färdigt svar' : 'Nytt färdigt svar'}
      form={form}
      onSubmit={submit}
      conflict={conflict && valuesOf(conflict)}
      conflictTitle="Någon annan hann ändra svaret. Så här står det nu:"
      labels={cannedLabels}
      onClose={onClose}
    >
      <CannedAnswerFields control={form.control} />
    </RowDialog>
  )
}

const CannedAnswerFields = ({ control }: { control: Control<Values, unknown, NewCannedAnswer> }) => (
  <>
    <TextField
      control={control}
      name="name"
      label={cannedLabels.name}
      hint="Ett ord. Du hämtar svaret genom att skriva # och början av det."
      isRequired
      maxLength={CANNED_NAME_MAX}
      autoComplete="off"
      autoFocus
    />
    <TextArea
      control={control}
      name="text"
      label={cannedLabels.text}
      hint="{kund} blir mottagarens namn, {ärende} ärendets nummer och titel, {namn} ditt namn."
      rows={8}
      isRequired
      maxLength={CANNED_TEXT_MAX}
    />
  </>
)

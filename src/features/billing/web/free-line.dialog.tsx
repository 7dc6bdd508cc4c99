import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { plainKronor } from '#shared/money.rules.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { FreeLine } from '../discount-fields.contract.ts'
import { FREE_LINE_TEXT_MAX, FREE_LINE_UNIT_MAX } from '../discounts.contract.ts'
import { ArticlePicker } from './article-picker.tsx'
import { freeLineKey } from './discount-recovery.ts'
import { useAddFreeLine, useChangeFreeLine } from './discounts.api.ts'
import {
  FreeLineForm,
  type FreeLineOut,
  type FreeLineValues,
  freeLineLabels,
  freeLineText,
  freeLineValues,
} from './free-line-form.ts'
import { VatClassField, VatReasonField } from './vat-fields.tsx'

type FreeLineFormReturn = UseFormReturn<FreeLineValues, unknown, FreeLineOut>
type Props = { basisId: string; row?: FreeLine | undefined; onClose: () => void }

/** Adds a free line to a draft, or changes one. */
export function FreeLineDialog({ basisId, row, onClose }: Props) {
  const form = useForm<FreeLineValues, unknown, FreeLineOut>({
    resolver: zodResolver(FreeLineForm),
    defaultValues: freeLineValues(row),
  })
  useFormRecovery(form, { key: freeLineKey(basisId, row), subject: row })
  const add = useAddFreeLine()
  const change = useChangeFreeLine()
  const { submit, conflict } = useRowForm<FreeLine, FreeLineValues, FreeLineOut>({
    form,
    schema: FreeLine,
    valuesOf: freeLineValues,
    onSaved: onClose,
    row: () => row,
    create: (line, idempotencyKey) => add.mutateAsync({ basisId, line, idempotencyKey }),
    change: ({ id }, body) => change.mutateAsync({ id, body }),
    saved: 'Raden är sparad',
    failed: (text) => ({ title: 'Kunde inte spara raden', text }),
  })
  return (
    <RowDialog
      title={row ? 'Ändra egen rad' : 'Ny egen rad'}
      form={form}
      onSubmit={submit}
      conflict={conflict && freeLineText(conflict)}
      conflictTitle="Någon annan hann ändra raden. Så här står den nu:"
      labels={freeLineLabels}
      onClose={onClose}
    >
      <ArticleChoice form={form} row={row} />
      <Fields form={form} />
    </RowDialog>
  )
}

/** Choosing an article fills in its name and unit, and its price of today; all may be changed. */
function ArticleChoice({ form, row }: { form: FreeLineFormReturn; row: FreeLine | undefined }) {
  const fillIn = (field: 'text' | 'unit' | 'priceOre', text: string) =>
    form.setValue(field, text, { shouldDirty: true, shouldValidate: true })
  return (
    <ArticlePicker
      control={form.control}
      label={freeLineLabels.articleId}
      hint="Ger artikelnummer och konto. Tomt för det som inte finns i registret."
      known={row?.article}
      onChoose={({ name, unit, priceOre }) => {
        fillIn('text', name)
        fillIn('unit', unit)
        if (priceOre !== null) fillIn('priceOre', plainKronor(priceOre))
      }}
    />
  )
}

function Fields({ form: { control } }: { form: FreeLineFormReturn }) {
  return (
    <>
      <TextField
        control={control}
        name="text"
        label={freeLineLabels.text}
        hint="Så står det på underlaget"
        isRequired
        maxLength={FREE_LINE_TEXT_MAX}
        autoComplete="off"
        autoFocus
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          control={control}
          name="hundredths"
          label={freeLineLabels.hundredths}
          isRequired
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          control={control}
          name="unit"
          label={freeLineLabels.unit}
          isRequired
          maxLength={FREE_LINE_UNIT_MAX}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="priceOre"
          label={freeLineLabels.priceOre}
          hint="Utan moms. Minus för avdrag"
          isRequired
          autoComplete="off"
        />
        <VatClassField control={control} />
      </div>
      <VatReasonField control={control} />
    </>
  )
}

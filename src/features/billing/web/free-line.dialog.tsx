import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form'
import { plainKronor } from '#shared/money.rules.ts'
import { ComboboxInput } from '#shared/ui/combobox.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { VAT_REASON_MAX } from '../articles.contract.ts'
import { vatClasses, vatClassLabel } from '../articles.rules.ts'
import { FreeLine } from '../discount-fields.contract.ts'
import { FREE_LINE_TEXT_MAX, FREE_LINE_UNIT_MAX } from '../discounts.contract.ts'
import { articleName, useArticleChoices } from './article-choices.ts'
import { articleChoicesQuery } from './articles.api.ts'
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

/** Choosing an article fills in its name and unit, and its price of today; all may be changed. Absent without articles. */
function ArticleChoice({ form, row }: { form: FreeLineFormReturn; row: FreeLine | undefined }) {
  const { found, combobox } = useArticleChoices()
  const hasArticles = Boolean(useQuery(articleChoicesQuery('')).data?.length)
  const { field, fieldState } = useController({ control: form.control, name: 'articleId' })
  const value = field.value ?? ''
  const choose = (id: string) => {
    field.onChange(id)
    const article = found.find((one) => one.id === id)
    if (!article) return
    form.setValue('text', article.name, { shouldDirty: true })
    form.setValue('unit', article.unit, { shouldDirty: true })
    if (article.priceOre !== null) form.setValue('priceOre', plainKronor(article.priceOre), { shouldDirty: true })
  }
  if (!hasArticles && !value) return null
  return (
    <ComboboxInput
      label={freeLineLabels.articleId}
      hint="Ger artikelnummer och konto. Tomt för det som inte finns i registret."
      value={value}
      valueLabel={row?.article && row.article.id === value ? articleName(row.article) : ''}
      onChange={choose}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name="articleId"
      {...(fieldState.error?.message && { error: fieldState.error.message })}
      isTextReported
      {...combobox}
    />
  )
}

const vatChoices = vatClasses.map((value) => ({ value, label: vatClassLabel(value) }))

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
        <Select control={control} name="vatClass" label={freeLineLabels.vatClass} choices={vatChoices} isRequired />
      </div>
      <VatReason control={control} />
    </>
  )
}

function VatReason({ control }: Pick<FreeLineFormReturn, 'control'>) {
  const vatClass = useWatch({ control, name: 'vatClass' })
  if (vatClass !== 'none') return null
  return (
    <TextField
      control={control}
      name="vatReason"
      label={freeLineLabels.vatReason}
      hint="Skrivs ut på underlaget"
      isRequired
      maxLength={VAT_REASON_MAX}
      autoComplete="off"
    />
  )
}

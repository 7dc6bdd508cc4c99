import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { ARTICLE_NAME_MAX, ARTICLE_NUMBER_MAX, ARTICLE_UNIT_MAX, Article } from '../articles.contract.ts'
import {
  ArticleForm,
  type ArticleOut,
  type ArticleValues,
  articleLabels,
  articleText,
  articleValues,
  changeOf,
} from './article-form.ts'
import { articleKey } from './article-recovery.ts'
import { useChangeArticle, useCreateArticle } from './articles.api.ts'
import { VatClassField, VatReasonField } from './vat-fields.tsx'

type Props = { row?: Article; onClose: () => void }

/** Adds an article with its first price, or changes one. */
export function ArticleDialog({ row, onClose }: Props) {
  const form = useForm<ArticleValues, unknown, ArticleOut>({
    resolver: zodResolver(ArticleForm),
    defaultValues: articleValues(row),
  })
  useFormRecovery(form, { key: articleKey(row), subject: row })
  const create = useCreateArticle()
  const change = useChangeArticle()
  const { submit, conflict } = useRowForm<Article, ArticleValues, ArticleOut>({
    form,
    schema: Article,
    valuesOf: articleValues,
    onSaved: onClose,
    row: () => row,
    create: (article, idempotencyKey) => create.mutateAsync({ article, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, article: changeOf(values) }),
    saved: 'Artikel sparad',
    failed: (text) => ({ title: 'Kunde inte spara artikeln', text }),
  })
  return (
    <RowDialog
      title={row ? 'Ändra artikel' : 'Ny artikel'}
      form={form}
      onSubmit={submit}
      conflict={conflict && articleText(conflict)}
      conflictTitle="Någon annan hann ändra artikeln. Så här står det nu:"
      labels={articleLabels}
      onClose={onClose}
    >
      <ArticleFields control={form.control} />
      {!row && <FirstPrice control={form.control} />}
    </RowDialog>
  )
}

type FieldsProps = { control: Control<ArticleValues, unknown, ArticleOut> }

function ArticleFields({ control }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="number"
          label={articleLabels.number}
          isRequired
          maxLength={ARTICLE_NUMBER_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextField
          control={control}
          name="account"
          label={articleLabels.account}
          hint="I bokföringen, till exempel 3041"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField
        control={control}
        name="name"
        label={articleLabels.name}
        hint="Så står det på underlaget"
        isRequired
        maxLength={ARTICLE_NAME_MAX}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="unit"
          label={articleLabels.unit}
          isRequired
          maxLength={ARTICLE_UNIT_MAX}
          autoComplete="off"
        />
        <VatClassField control={control} />
      </div>
      <VatReasonField control={control} />
      <ReverseCharge control={control} />
    </>
  )
}

/** One of them at most. */
function ReverseCharge({ control }: FieldsProps) {
  const [isConstruction, isElectronics] = useWatch({ control, name: ['isConstruction', 'isElectronics'] })
  return (
    <fieldset>
      <legend className="font-medium text-sm">Omvänd betalningsskyldighet kan gälla</legend>
      <Checkbox
        control={control}
        name="isConstruction"
        label={articleLabels.isConstruction}
        isDisabled={isElectronics === true}
      />
      <Checkbox
        control={control}
        name="isElectronics"
        label={articleLabels.isElectronics}
        isDisabled={isConstruction === true}
      />
    </fieldset>
  )
}

const FirstPrice = ({ control }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      control={control}
      name="priceOre"
      label="Pris"
      hint="Utan moms. Tomt för arbete, som har villkorens pris."
      inputMode="decimal"
      autoComplete="off"
    />
    <DateField control={control} name="validFrom" label="Gäller från" />
  </div>
)

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor, readKronor } from '#shared/money.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { type Article, NewArticlePrice } from '../articles.contract.ts'
import { validOn } from '../terms.rules.ts'
import { articlePricesKey } from './article-recovery.ts'
import { articlePricesQuery, useRemoveArticlePrice, useSetArticlePrice } from './articles.api.ts'
import { RowForm, useDatedForm } from './dated-forms.tsx'
import { DatedRows } from './dated-rows.tsx'

const PriceText = NewArticlePrice.extend({
  priceOre: z
    .string()
    .transform((text) => readKronor(text) ?? Number.NaN)
    .pipe(NewArticlePrice.shape.priceOre),
})

/** The prices of an article with their dates, and a new one from a date. */
export function ArticlePricesDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const [hasTyped, setTyped] = useState(false)
  return (
    <Dialog title={`Priser för ${article.name}`} isOpen hasUnsaved={hasTyped} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">
          Per {article.unit}, utan moms. Ett nytt pris gäller från sitt datum. Det som redan är registrerat eller
          fakturerat ändras inte.
        </p>
        <Prices article={article} />
        <PriceForm article={article} onTyped={setTyped} />
      </div>
    </Dialog>
  )
}

function Prices({ article: { id, unit } }: { article: Article }) {
  const query = useQuery(articlePricesQuery(id))
  const { mutateAsync: set } = useSetArticlePrice()
  const { mutateAsync: remove } = useRemoveArticlePrice()
  if (!query.data)
    return query.isError ? (
      <QueryError title="Kunde inte hämta priserna" query={query} />
    ) : (
      <Skeleton className="h-10" />
    )
  const { prices } = query.data
  const current = validOn(prices, todayInStockholm())
  const priceOf = new Map(prices.map((row) => [row.validFrom, row.priceOre]))
  return (
    <DatedRows
      label="Priser"
      rows={prices.map((row) => ({
        validFrom: row.validFrom,
        text: `${formatKronor(row.priceOre)} / ${unit}`,
        isCurrent: row === current,
      }))}
      empty="Artikeln har inget pris."
      onRemove={({ validFrom }) => remove({ id, validFrom })}
      onRestore={({ validFrom }) => set({ id, price: { validFrom, priceOre: priceOf.get(validFrom) ?? 0 } })}
    />
  )
}

function PriceForm({ article, onTyped }: { article: Article; onTyped: (hasTyped: boolean) => void }) {
  const { mutateAsync } = useSetArticlePrice()
  const { form, submit } = useDatedForm(zodResolver(PriceText), { validFrom: '', priceOre: '' }, (price) =>
    mutateAsync({ id: article.id, price }),
  )
  useFormRecovery(form, { key: articlePricesKey(article), subject: article })
  const { isDirty } = form.formState
  useEffect(() => onTyped(isDirty), [isDirty, onTyped])
  return (
    <RowForm form={form} submit={submit} label="Nytt pris">
      <DateField control={form.control} name="validFrom" label="Från" isRequired />
      <TextField
        control={form.control}
        name="priceOre"
        label="Pris"
        isRequired
        inputMode="decimal"
        autoComplete="off"
      />
    </RowForm>
  )
}

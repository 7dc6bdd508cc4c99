import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { validOn } from '#features/billing/terms.rules.ts'
import { ArticlePicker } from '#features/billing/web/article-picker.tsx'
import { articlePricesQuery } from '#features/billing/web/articles.api.ts'
import type { Expense } from '#features/time/expenses.contract.ts'
import { Id } from '#shared/contract.ts'
import { plainKronor } from '#shared/money.rules.ts'
import { type ExpenseOut, type ExpenseValues, expenseLabels } from './expense-form.ts'

type Props = { form: UseFormReturn<ExpenseValues, unknown, ExpenseOut>; row: Expense | undefined }

/** An article, which gives number, account and VAT. Choosing one fills in its name, unit, and price of the work date; all may be changed. */
export function ArticleField({ form, row }: Props) {
  const [hasChosen, setChosen] = useState(false)
  useSuggestedPrice(form, hasChosen || !row)
  return (
    <ArticlePicker
      control={form.control}
      label={expenseLabels.registered}
      hint="Ger artikelnummer, konto och moms. Tomt för det som inte finns i registret."
      known={row?.registered}
      onChoose={({ name, unit }) => {
        setChosen(true)
        form.setValue('article', name, { shouldDirty: true, shouldValidate: true })
        form.setValue('unit', unit, { shouldDirty: true })
      }}
    />
  )
}

/** Fills in the price of the work date of the chosen article, until another one is typed. */
function useSuggestedPrice(form: Props['form'], isSuggested: boolean) {
  const [articleId, workDate] = useWatch({ control: form.control, name: ['articleId', 'workDate'] })
  const { priceOre: isTyped } = useFormState({ control: form.control }).dirtyFields
  const isChosen = Id.safeParse(articleId).success
  const { data } = useQuery({ ...articlePricesQuery(articleId ?? ''), enabled: isChosen && isSuggested })
  useEffect(() => {
    if (!isChosen || !isSuggested || isTyped || !data) return
    const price = validOn(data.prices, workDate)?.priceOre
    form.setValue('priceOre', price === undefined ? '' : plainKronor(price))
  }, [form, isChosen, isSuggested, isTyped, data, workDate])
}

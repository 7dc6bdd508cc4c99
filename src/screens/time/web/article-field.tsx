import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form'
import { validOn } from '#features/billing/terms.rules.ts'
import { articleName, useArticleChoices } from '#features/billing/web/article-choices.ts'
import { articleChoicesQuery, articlePricesQuery } from '#features/billing/web/articles.api.ts'
import type { Expense } from '#features/time/expenses.contract.ts'
import { Id } from '#shared/contract.ts'
import { plainKronor } from '#shared/money.rules.ts'
import { ComboboxInput } from '#shared/ui/combobox.tsx'
import { type ExpenseOut, type ExpenseValues, expenseLabels } from './expense-form.ts'

type Props = { form: UseFormReturn<ExpenseValues, unknown, ExpenseOut>; row: Expense | undefined }

/**
 * An article of the register, which gives number, account and VAT. Choosing one fills in its name, unit, and price of the work
 * date; all may be changed. Absent in a company without articles.
 */
export function ArticleField({ form, row }: Props) {
  const { found, combobox } = useArticleChoices()
  const hasArticles = Boolean(useQuery(articleChoicesQuery('')).data?.length)
  const { field, fieldState } = useController({ control: form.control, name: 'articleId' })
  const [hasChosen, setChosen] = useState(false)
  useSuggestedPrice(form, hasChosen || !row)
  const choose = (value: string) => {
    field.onChange(value)
    const article = found.find(({ id }) => id === value)
    if (!article) return
    setChosen(true)
    form.setValue('article', article.name, { shouldDirty: true, shouldValidate: fieldState.isDirty })
    form.setValue('unit', article.unit, { shouldDirty: true })
  }
  const value = field.value ?? ''
  if (!hasArticles && !value) return null
  return (
    <ComboboxInput
      label={expenseLabels.registered}
      hint="Ger artikelnummer, konto och moms. Tomt för det som inte finns i registret."
      value={value}
      valueLabel={row?.registered && row.registered.id === value ? articleName(row.registered) : ''}
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

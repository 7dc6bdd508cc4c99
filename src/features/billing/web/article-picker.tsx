import { useQuery } from '@tanstack/react-query'
import { type Control, type FieldPath, useController } from 'react-hook-form'
import { asText } from '#shared/ui/bound-field.tsx'
import { ComboboxInput } from '#shared/ui/combobox.tsx'
import type { ArticleChoice } from '../articles.contract.ts'
import { useArticleChoices } from './article-choices.ts'
import { articleChoicesQuery } from './articles.api.ts'

type Props<Values extends { articleId?: string | null | undefined }, Out> = {
  control: Control<Values, unknown, Out>
  label: string
  hint: string
  /** The article of the row that is changed. */
  known: Pick<ArticleChoice, 'id' | 'number' | 'name'> | null | undefined
  /** Fills in what the article decides. */
  onChoose: (article: ArticleChoice) => void
}

/** An article of the register, or none; absent in a company without articles. */
export function ArticlePicker<Values extends { articleId?: string | null | undefined }, Out>({
  control,
  label,
  hint,
  known,
  onChoose,
}: Props<Values, Out>) {
  const { field, fieldState } = useController({ control, name: 'articleId' as FieldPath<Values> })
  const value = asText(field.value)
  const { found, combobox } = useArticleChoices(value, known)
  const hasArticles = Boolean(useQuery(articleChoicesQuery('')).data?.length)
  const choose = (id: string) => {
    field.onChange(id)
    const article = found.find((one) => one.id === id)
    if (article) onChoose(article)
  }
  if (!hasArticles && !value) return null
  return (
    <ComboboxInput
      label={label}
      hint={hint}
      value={value}
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

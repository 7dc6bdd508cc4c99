import { useMemo, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import type { BoundProps } from '#shared/ui/bound-field.tsx'
import { Combobox, type ComboboxInputProps } from '#shared/ui/combobox.tsx'
import { countryChoices } from '../countries.rules.ts'

const CHOICES_MAX = 10

type Props<Values extends FieldValues, Out> = Omit<
  BoundProps<ComboboxInputProps, Values, Out>,
  'choices' | 'onSearch' | 'hasMore'
>

/** A country, found by its Swedish name or its code. */
export function CountryField<Values extends FieldValues, Out>(field: Props<Values, Out>) {
  const [text, setText] = useState('')
  const chosen: string = useWatch({ control: field.control, name: field.name })
  const matching = useMemo(() => {
    const typed = text.trim().toLocaleLowerCase('sv')
    return countryChoices.filter(
      ({ value, label }) => label.toLocaleLowerCase('sv').includes(typed) || value.toLowerCase() === typed,
    )
  }, [text])
  return (
    <Combobox
      {...(field as BoundProps<ComboboxInputProps, Values, Out>)}
      choices={matching.slice(0, CHOICES_MAX)}
      hasMore={matching.length > CHOICES_MAX}
      valueLabel={countryChoices.find(({ value }) => value === chosen)?.label ?? ''}
      onSearch={setText}
      unmatchedText="Inget land heter så. Välj ett i listan."
    />
  )
}

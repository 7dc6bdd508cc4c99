import { ChevronDown } from 'lucide-react'
import { memo, type Ref, useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as RacComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import type { FieldValues } from 'react-hook-form'
import { afterPaint } from '#lib/web/after-paint.ts'
import { type Choice, ChoiceItem, ChoicePopover, listClass } from './choice.tsx'
import {
  asText,
  type BoundProps,
  FieldLabel,
  type FieldTexts,
  fieldClass,
  inputClass,
  useBoundField,
  useTied,
} from './field.tsx'

export type ComboboxInputProps = FieldTexts & {
  /** '' when nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  choices: readonly Choice[]
  /** The server searches: called with what is typed, and `choices` are shown as they come. Without it the browser filters. */
  onSearch?: (text: string) => void
  isSearching?: boolean
  /** There are more than `choices`. */
  hasMore?: boolean
  /** The label of `value` while it is not among `choices` (server search). */
  valueLabel?: string
  placeholder?: string
  isDisabled?: boolean
  autoFocus?: boolean
}

/** One of many, found by typing, outside a form of react-hook-form. */
export const ComboboxInput = memo(function ComboboxInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  value,
  onChange,
  inputRef,
  choices,
  onSearch,
  isSearching = false,
  hasMore = false,
  valueLabel,
  placeholder = 'Sök och välj',
  ...rest
}: ComboboxInputProps) {
  // The same ones until there are others: React Aria makes each element of the list anew for a new object.
  const items = useMemo(() => {
    const isListed = !value || choices.some((choice) => choice.value === value)
    const known = isListed || !valueLabel ? choices : [{ value, label: valueLabel }, ...choices]
    return known.map((choice) => ({ ...choice, id: choice.value }))
  }, [choices, value, valueLabel])
  const { tied, notes } = useTied({ hint, error })
  return (
    <RacComboBox
      {...rest}
      aria-describedby={tied['aria-describedby'] ?? ''}
      {...(onSearch ? { items, onInputChange: onSearch } : { defaultItems: items })}
      className={fieldClass}
      value={value || null}
      onChange={(key) => (key === null ? onChange('') : afterPaint(() => onChange(String(key))))}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      allowsEmptyCollection
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <div className="relative">
        <Input ref={inputRef} placeholder={placeholder} className={`${inputClass} pr-9`} />
        <Button className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink">
          <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {notes}
      <ChoicePopover>
        <ListBox
          items={items}
          className={listClass}
          renderEmptyState={() => (
            <p className="px-3 py-2 text-base text-ink-soft">{isSearching ? 'Söker …' : 'Inga träffar'}</p>
          )}
        >
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
        {hasMore && <p className="border-t border-line px-3 py-2 text-sm text-ink-soft">Skriv för att hitta fler</p>}
      </ChoicePopover>
    </RacComboBox>
  )
})

/** One of many, found by typing, in a form. */
export function Combobox<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<ComboboxInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <ComboboxInput {...texts} {...field} value={asText(value)} />
}

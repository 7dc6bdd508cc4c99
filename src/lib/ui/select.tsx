import { ChevronDown } from 'lucide-react'
import { memo, type Ref, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Select as RacSelect, SelectValue } from 'react-aria-components/Select'
import type { FieldValues } from 'react-hook-form'
import { afterPaint } from '#lib/web/after-paint.ts'
import { type Choice, ChoiceItem, ChoicePopover, listClass } from './choice.tsx'
import {
  asText,
  type BoundProps,
  controlClass,
  FieldLabel,
  FieldNotes,
  type FieldTexts,
  fieldClass,
  useBoundField,
} from './field.tsx'

export type SelectInputProps = FieldTexts & {
  /** '' when nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLButtonElement>
  choices: readonly Choice[]
  /** Adds a first choice with the value '': 'Alla kunder', 'Ingen'. */
  emptyLabel?: string
  placeholder?: string
  isDisabled?: boolean
}

/** One of a few, outside a form of react-hook-form (filters). More than fifteen: Combobox. */
export const SelectInput = memo(function SelectInput({
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
  emptyLabel,
  placeholder = 'Välj',
  ...rest
}: SelectInputProps) {
  const items = useMemo(() => {
    const shown = emptyLabel ? [{ value: '', label: emptyLabel }, ...choices] : choices
    return shown.map((choice) => ({ ...choice, id: choice.value }))
  }, [choices, emptyLabel])
  const [isOpen, setOpen] = useState(false)
  const isChosen = items.some((choice) => choice.value === value)
  return (
    <RacSelect
      {...rest}
      className={fieldClass}
      value={isChosen ? value : null}
      onChange={(key) => afterPaint(() => onChange(String(key ?? '')))}
      isOpen={isOpen}
      // To take the list away is to style the whole page anew: what was touched shows it before that.
      onOpenChange={(open) => (open ? setOpen(true) : afterPaint(() => setOpen(false)))}
      placeholder={placeholder}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <Button
        {...(inputRef && { ref: inputRef })}
        className={`${controlClass} ${error ? 'border-danger' : ''} flex h-9 cursor-pointer items-center gap-2 pr-2 pl-2.5 text-left max-sm:h-11 outside:h-12`}
      >
        <SelectValue className="min-w-0 flex-1 truncate placeholder-shown:text-ink-faint">
          {({ selectedText, defaultChildren, isPlaceholder }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <ChoicePopover>
        <ListBox items={items} className={listClass}>
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </ChoicePopover>
    </RacSelect>
  )
})

/** One of a few, in a form. */
export function Select<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<SelectInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <SelectInput {...texts} {...field} value={asText(value)} />
}

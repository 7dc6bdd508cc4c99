import { type CalendarDate, parseDate as toCalendarDate } from '@internationalized/date'
import { NumberParser } from '@internationalized/number'
import { CalendarDays } from 'lucide-react'
import { type ClipboardEvent, lazy, memo, type Ref, Suspense, useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { DatePicker, DateSegment, DateInput as RacDateInput } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Popover } from 'react-aria-components/Popover'
import type { FieldValues } from 'react-hook-form'
import { afterPaint } from '#lib/web/after-paint.ts'
import { popoverClass } from './choice.tsx'
import { parseDate } from './date-time.rules.ts'
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

const importCalendar = () => import('./date-calendar.tsx')
/** What may come next, once the field has shown its focus: the calendar, and a key that a segment takes for a number. */
const warm = () =>
  afterPaint(() => {
    void importCalendar()
    new NumberParser('sv-SE', { maximumFractionDigits: 0 }).isValidPartialNumber('1')
  })
const DateCalendar = lazy(async () => ({ default: (await importCalendar()).DateCalendar }))

export type DateInputProps = FieldTexts & {
  /** 'yyyy-mm-dd', or '' while there is no whole date. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLElement>
  /** 'yyyy-mm-dd' */
  min?: string
  max?: string
  isDisabled?: boolean
}

const asCalendarDate = (date: string | undefined): CalendarDate | null => {
  const real = parseDate(date ?? '')
  return real ? toCalendarDate(real) : null
}

/** A date written year, month, day, or pasted, or picked in a calendar. Outside a form of react-hook-form. */
export const DateInput = memo(function DateInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  value,
  onChange,
  inputRef,
  min,
  max,
  ...rest
}: DateInputProps) {
  // Another one at each key would make React Aria leave the segment and come back.
  const segmentsRef = useMemo(() => inputRef && focusFirstSegment(inputRef), [inputRef])
  const paste = (event: ClipboardEvent) => {
    const date = parseDate(event.clipboardData.getData('text'))
    if (!date) return
    event.preventDefault()
    onChange(date)
  }
  const copy = (event: ClipboardEvent) => {
    if (!value || document.getSelection()?.toString()) return
    event.preventDefault()
    event.clipboardData.setData('text', value)
  }
  return (
    <DatePicker
      {...rest}
      className={fieldClass}
      value={asCalendarDate(value)}
      onChange={(date) => onChange(date?.toString() ?? '')}
      minValue={asCalendarDate(min)}
      maxValue={asCalendarDate(max)}
      shouldForceLeadingZeros
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <Group
        onPaste={paste}
        onCopy={copy}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && warm()}
        onFocus={warm}
        className={`${controlClass} flex h-9 items-center pl-2 max-sm:h-11 outside:h-12 focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus`}
      >
        <RacDateInput {...(segmentsRef && { ref: segmentsRef })} className="flex flex-1 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-sm px-px py-0.5 whitespace-nowrap outline-none type-literal:px-0 placeholder-shown:text-ink-faint focus:bg-pine focus:text-on-pine"
            />
          )}
        </RacDateInput>
        <Button className="grid h-full w-9 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink focus-visible:-outline-offset-2 max-sm:w-11">
          <CalendarDays aria-hidden="true" className="size-4.5" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <Popover className={`${popoverClass} min-w-0!`} offset={4}>
        <Dialog className="h-84 w-76 p-3 outline-none">
          <Suspense fallback={null}>
            <DateCalendar value={value} />
          </Suspense>
        </Dialog>
      </Popover>
    </DatePicker>
  )
})

/** The form focuses what it is given on an error; a group of segments passes that on to its first one. */
const focusFirstSegment = (inputRef: Ref<HTMLElement>) => (group: HTMLElement | null) => {
  const first = group?.querySelector<HTMLElement>('[role="spinbutton"]') ?? null
  if (typeof inputRef === 'function') inputRef(first)
  else if (inputRef) inputRef.current = first
}

/** A date in a form. */
export function DateField<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<DateInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <DateInput {...texts} {...field} value={asText(value)} />
}

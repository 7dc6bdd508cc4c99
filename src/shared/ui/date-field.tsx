import CalendarDays from 'lucide-react/icons/calendar-days'
import { type KeyboardEvent, memo, type Ref, useRef } from 'react'
import { addDays, todayInStockholm } from '../dates.rules.ts'
import { bindText } from './bound-field.tsx'
import { parseDate } from './date-time.rules.ts'
import { fetchAhead, lazyPart } from './lazy-part.tsx'
import { type ParsedInputProps, useParsedInput } from './parsed-input.ts'
import { TextInput } from './text-field.tsx'
import { useTransitionState } from './transition-state.ts'

const DateCalendar = lazyPart(() => import('./date-calendar.tsx').then((m) => m.DateCalendar))

/**
 * A date that is typed (2026-11-21, 261121, 21/11, 21) or picked in a calendar; arrow up and down give the next and the previous
 * day. The value is 'yyyy-mm-dd' as soon as the text can be parsed, otherwise the text itself, which the schema refuses. Outside
 * a form of react-hook-form.
 */
export const DateInput = memo(function DateInput({ value, onChange, onBlur, ...rest }: ParsedInputProps) {
  const typed = useParsedInput({ value, onChange, onBlur, parse: parseDate })
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useTransitionState(false)
  const pick = (date: string) => {
    typed.clear()
    onChange(date)
  }
  const step = (event: KeyboardEvent) => {
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!days || rest.isDisabled) return
    event.preventDefault()
    const date = parseDate(value)
    pick(date ? addDays(date, days) : todayInStockholm())
  }
  return (
    <>
      <TextInput
        placeholder="åååå-mm-dd"
        {...rest}
        {...typed.field}
        onKeyDown={step}
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        isSelectedOnFocus
        action={
          <CalendarButton
            label={rest.label}
            isDisabled={rest.isDisabled}
            isOpen={isOpen}
            onOpen={() => setOpen(true)}
            buttonRef={button}
          />
        }
      />
      {isOpen && (
        <DateCalendar
          label={rest.label}
          value={parseDate(value) ?? ''}
          onPick={pick}
          onClose={() => setOpen(false)}
          buttonRef={button}
        />
      )}
    </>
  )
})

type CalendarButtonProps = {
  label: string
  isDisabled: boolean | undefined
  isOpen: boolean
  onOpen: () => void
  buttonRef: Ref<HTMLButtonElement>
}

function CalendarButton({ label, isDisabled, isOpen, onOpen, buttonRef }: CalendarButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      disabled={isDisabled}
      aria-label={`${label}: öppna kalendern`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      onPointerEnter={() => fetchAhead(DateCalendar)}
      onFocus={() => fetchAhead(DateCalendar)}
      className="grid h-full w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink focus-visible:-outline-offset-2 disabled:text-ink-faint max-sm:w-11"
    >
      <CalendarDays aria-hidden="true" className="size-4.5" />
    </button>
  )
}

/** A date in a form. */
export const DateField = bindText(DateInput)

import { ChevronDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import type { FieldValues } from 'react-hook-form'
import { afterPaint } from '#lib/web/after-paint.ts'
import type { Choice } from './choice.ts'
import { asText, type BoundProps, controlClass, Field, type FieldTexts, useBoundField } from './field.tsx'

export type SelectInputProps = FieldTexts & {
  /** '' when nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLSelectElement>
  choices: readonly Choice[]
  /** Adds a first choice with the value '': 'Alla kunder', 'Ingen'. */
  emptyLabel?: string
  placeholder?: string
  isDisabled?: boolean
}

/**
 * One of a few, outside a form of react-hook-form (filters). More than fifteen: Combobox. The browser's own: it opens and
 * chooses without waiting for anything of ours.
 */
export const SelectInput = memo(function SelectInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  value,
  onChange,
  onBlur,
  name,
  inputRef,
  choices,
  emptyLabel,
  placeholder = 'Välj',
  isDisabled = false,
}: SelectInputProps) {
  const isChosen = Boolean(emptyLabel && !value) || choices.some((choice) => choice.value === value)
  const { select, keep } = useShown(isChosen ? value : NOTHING)
  useImperativeHandle(inputRef, () => select.current as HTMLSelectElement, [select])
  const pick = (picked: string) => {
    keep()
    afterPaint(() => onChange(picked))
  }
  return (
    <Field {...{ label, hint, error, isRequired, isOptional, isLabelHidden }}>
      {(tied) => (
        <div className="relative">
          <select
            {...tied}
            {...{ name, onBlur }}
            ref={select}
            defaultValue={isChosen ? value : NOTHING}
            onMouseDown={openLater}
            onKeyDown={keepEscape}
            onChange={(event) => pick(event.currentTarget.value)}
            disabled={isDisabled}
            className={`${controlClass} h-9 cursor-pointer text-ellipsis pr-8 pl-2.5 whitespace-nowrap max-sm:h-11 outside:h-12 ${isChosen ? '' : 'text-ink-faint'}`}
          >
            {!isChosen && (
              <option value={NOTHING} disabled hidden>
                {placeholder}
              </option>
            )}
            {emptyLabel && <option value="">{emptyLabel}</option>}
            {choices.map(({ value: key, label: text, detail }) => (
              <option key={key} value={key}>
                {detail ? `${text}: ${detail}` : text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-0 right-2.5 h-full w-4 text-ink-faint"
          />
        </div>
      )}
    </Field>
  )
})

/** A list that is styled is laid out with the page: the touch is answered first. A list of the browser's own opens by itself. */
function openLater(event: MouseEvent<HTMLSelectElement>) {
  const select = event.currentTarget
  const isOnList = event.target !== select
  if (isOnList || event.button !== 0 || !isListStyled() || select.matches(':open')) return
  event.preventDefault()
  select.focus({ preventScroll: true })
  afterPaint(() => {
    if (select.isConnected && !select.matches(':open')) select.showPicker()
  })
}

/** Escape puts the list away, and not the dialog around it. */
function keepEscape(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key === 'Escape' && isListStyled() && event.currentTarget.matches(':open')) event.stopPropagation()
}

const isListStyled = () => 'showPicker' in HTMLSelectElement.prototype && CSS.supports('appearance: base-select')

/** No choice of any list: what is chosen may be among choices that are yet to come. */
const NOTHING = ' '

/** What was picked stays until the screen has taken it over, or for as long as this when it does not. */
const UNTAKEN_MS = 1000

/** The value that was picked over, and what gives up waiting. */
type Untaken = { over: string; timer: ReturnType<typeof setTimeout> } | undefined

/**
 * The browser shows what was picked, without a drawing of ours inside of the touch; the select is told when another value
 * comes, or when what was picked was not taken.
 */
function useShown(value: string) {
  const select = useRef<HTMLSelectElement>(null)
  const untaken = useRef<Untaken>(undefined)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  // At each drawing: the choices may be others.
  useLayoutEffect(() => {
    if (untaken.current?.over === value) return
    forget(untaken)
    if (select.current) select.current.value = value
  })
  useEffect(() => () => forget(untaken), [])
  const keep = () => {
    forget(untaken)
    const timer = setTimeout(() => {
      forget(untaken)
      drawAgain()
    }, UNTAKEN_MS)
    untaken.current = { over: value, timer }
  }
  return { select, keep }
}

function forget(untaken: RefObject<Untaken>) {
  clearTimeout(untaken.current?.timer)
  untaken.current = undefined
}

/** One of a few, in a form. */
export function Select<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<SelectInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <SelectInput {...texts} {...field} value={asText(value)} />
}

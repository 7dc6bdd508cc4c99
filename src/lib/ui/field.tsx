import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

/** What every field says about itself. */
export type FieldTexts = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  /** Says 'valfritt'; for the odd optional field in a form of required ones. */
  isOptional?: boolean
  /** Filters in a row show what they are by their content; the label is then only read out. */
  isLabelHidden?: boolean
}

/** What binds a field to a form: `control` of useForm and the name in its values. */
export type FieldBinding<Values extends FieldValues, Out> = {
  control: Control<Values, unknown, Out>
  name: FieldPath<Values>
}

/** Props of a form field made from a controlled input. */
export type BoundProps<Props, Values extends FieldValues, Out> = FieldBinding<Values, Out> &
  Omit<Props, 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error' | 'name'>

/**
 * The form's side of a field: value, change, blur, the element to focus on an error, and the error in words. A form tells all
 * its fields whenever it is checked; the inputs are `memo`, so that only those with something new are drawn.
 */
export function useBoundField<Values extends FieldValues, Out>({ control, name }: FieldBinding<Values, Out>) {
  const { field, fieldState } = useController({ control, name })
  const { value, ref, ...rest } = field
  return { ...rest, value: value as unknown, inputRef: ref, error: fieldState.error?.message }
}

/** A text value of a form: what is missing is the empty text. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const fieldClass = 'flex min-w-0 flex-col gap-1'

/** The look of everything one writes in or chooses from. */
export const controlClass =
  'w-full min-w-0 rounded-sm border border-line-strong bg-surface text-base text-ink transition-colors ' +
  'hover:border-ink-faint disabled:border-line disabled:bg-sunken disabled:text-ink-faint ' +
  'aria-invalid:border-danger max-sm:text-md outside:text-md'
export const inputClass = `${controlClass} h-9 px-2.5 max-sm:h-11 outside:h-12 outside:px-3 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus`

/** What a control of the browser's own is told of its field. */
export type Tied = {
  id: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control of the browser's own with its label above it and its notes below, tied to both. */
export function Field({
  hint,
  error,
  isRequired = false,
  children,
  ...texts
}: FieldTexts & { children: (tied: Tied) => ReactNode }) {
  const { tied, notes } = useTied({ hint, error, isRequired })
  return (
    <div className={fieldClass}>
      <FieldLabel {...texts} isRequired={isRequired} htmlFor={tied.id} />
      {children(tied)}
      {notes}
    </div>
  )
}

/** Ties a control to the notes below it. */
export function useTied({ hint, error, isRequired }: Pick<FieldTexts, 'hint' | 'error' | 'isRequired'>): {
  tied: Tied
  notes: ReactNode
} {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const tied: Tied = {
    id,
    'aria-required': isRequired || undefined,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
  }
  const notes = (
    <>
      {hint && (
        <span id={hintId} className="text-sm text-ink-soft">
          {hint}
        </span>
      )}
      {error && (
        <span id={errorId} className="flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </span>
      )}
    </>
  )
  return { tied, notes }
}

type LabelProps = Pick<FieldTexts, 'label' | 'isRequired' | 'isOptional' | 'isLabelHidden'> &
  (
    | { /** The control. */ htmlFor: string; groupId?: never }
    | { /** What a group of controls is called: its own id, for the group to name. */ groupId: string; htmlFor?: never }
  )

export function FieldLabel({ label, isRequired, isOptional, isLabelHidden, htmlFor, groupId }: LabelProps) {
  const className = isLabelHidden ? 'sr-only' : 'text-sm font-medium text-ink outside:text-base'
  const name = groupId ? (
    <span id={groupId} className={className}>
      {label}
    </span>
  ) : (
    <label htmlFor={htmlFor} className={className}>
      {label}
    </label>
  )
  if (isLabelHidden) return name
  const mark = isRequired ? 'obligatoriskt' : isOptional ? 'valfritt' : undefined
  return (
    <div className="flex items-baseline gap-2">
      {name}
      {mark && (
        // aria-required tells screen readers; the name of the field stays its label.
        <span aria-hidden="true" className="text-xs text-ink-faint">
          {mark}
        </span>
      )}
    </div>
  )
}

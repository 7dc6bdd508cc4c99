import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useId } from 'react'

/** The texts of a field, and how it shows them. */
export type FieldTexts = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  isRequired?: boolean | undefined
  /** Shows 'valfritt', for the single optional field in a form of required ones. */
  isOptional?: boolean | undefined
  /** Only for screen readers: for filters whose content shows what they are. */
  isLabelHidden?: boolean | undefined
  /** To the right of the label: whether the value was saved. */
  status?: ReactNode
}

/** Classes of every text input and select. */
export const controlClass =
  'w-full min-w-0 rounded-sm border border-line-strong bg-surface text-base text-ink transition-colors ' +
  'hover:border-ink-faint disabled:border-line disabled:bg-sunken disabled:text-ink-faint ' +
  'aria-invalid:border-danger max-sm:text-md outside:text-md'
export const focusClass = 'focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus'
export const inputClass = `${controlClass} h-9 px-2.5 max-sm:h-11 outside:h-12 outside:px-3 ${focusClass}`

const frameClass = 'flex min-w-0 flex-col gap-1'

/** Splits an input's props into the texts of its `Field` and the props of its control. */
export function splitFieldProps<Props extends FieldTexts>(props: Props) {
  const { label, hint, error, isRequired, isOptional, isLabelHidden, status, ...control } = props
  return { texts: { label, hint, error, isRequired, isOptional, isLabelHidden, status }, control }
}

/** Attributes that connect a control with the label, hint and error of its field. */
type ControlAria = { id: string } & ReturnType<typeof stateAria>

export const hintIdOf = (id: string) => `${id}-hint`
export const errorIdOf = (id: string) => `${id}-error`

function stateAria(id: string, { hint, error, isRequired }: FieldTexts) {
  const describedBy = [hint && hintIdOf(id), error && errorIdOf(id)].filter(Boolean).join(' ')
  return {
    'aria-required': isRequired || undefined,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': describedBy || undefined,
  }
}

type FieldProps = {
  texts: FieldTexts
  /** The control's id, if something else refers to it too. */
  id?: string
  children: (aria: ControlAria) => ReactNode
}

/** The layout of a field: label above its control, hint and error below it. The control takes the `aria` props. */
export function Field({ texts, id: givenId, children }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { label, isLabelHidden } = texts
  return (
    <div className={frameClass}>
      <LabelRow texts={texts}>
        <label htmlFor={id} className={labelClass(isLabelHidden)}>
          {label}
        </label>
      </LabelRow>
      {children({ id, ...stateAria(id, texts) })}
      <FieldNotes id={id} texts={texts} />
    </div>
  )
}

/** The layout of a field with several radio buttons: the group has the label and the ARIA attributes. */
export function RadioFieldset({ texts, children }: { texts: FieldTexts; children: ReactNode }) {
  const id = useId()
  const { label, isLabelHidden } = texts
  return (
    <div {...stateAria(id, texts)} role="radiogroup" aria-labelledby={id} className={frameClass}>
      <LabelRow texts={texts}>
        <span id={id} className={labelClass(isLabelHidden)}>
          {label}
        </span>
      </LabelRow>
      {children}
      <FieldNotes id={id} texts={texts} />
    </div>
  )
}

const labelClass = (isHidden = false) => (isHidden ? 'sr-only' : 'text-sm font-medium text-ink outside:text-base')

function LabelRow({ texts, children }: { texts: FieldTexts; children: ReactNode }) {
  const { isRequired, isOptional, isLabelHidden, status } = texts
  if (isLabelHidden) return children
  const mark = isRequired ? 'obligatoriskt' : isOptional ? 'valfritt' : undefined
  return (
    <div className="flex items-baseline gap-2">
      {children}
      {mark && (
        // Hidden from screen readers, which read aria-required, so that the field's accessible name is its label.
        <span aria-hidden="true" className="text-xs text-ink-faint">
          {mark}
        </span>
      )}
      {status && <span className="ml-auto self-center leading-none">{status}</span>}
    </div>
  )
}

/** The hint and the error below a field; they are what `aria-describedby` of its control refers to. */
export function FieldNotes({ id, texts: { hint, error } }: { id: string; texts: FieldTexts }) {
  return (
    <>
      {hint && (
        <span id={hintIdOf(id)} className="text-sm text-ink-soft">
          {hint}
        </span>
      )}
      {error && (
        <span id={errorIdOf(id)} className="flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </span>
      )}
    </>
  )
}

import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { AlertIcon } from '../drawings/icons.tsx'
import { emptyForm, type FormState } from '../form-state.ts'

type Common = { name: string; label: string; hint?: string; isOptional?: boolean; state: FormState | undefined }

const inputClass =
  'w-full rounded-md border border-line-strong bg-canvas px-4 text-body text-ink hover:border-ink-soft aria-invalid:border-2 aria-invalid:border-danger'

export function Field({
  state,
  hint,
  isOptional = false,
  label,
  ...input
}: Common & InputHTMLAttributes<HTMLInputElement>) {
  const { value, ariaProps } = stateProps({ name: input.name, hint, state, isOptional })
  return (
    <FieldFrame name={input.name} label={label} hint={hint} isOptional={isOptional} state={state}>
      <input id={input.name} defaultValue={value} {...ariaProps} {...input} className={`${inputClass} h-13`} />
    </FieldFrame>
  )
}

export function LongField({
  state,
  hint,
  isOptional = false,
  label,
  ...area
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { value, ariaProps } = stateProps({ name: area.name, hint, state, isOptional })
  return (
    <FieldFrame name={area.name} label={label} hint={hint} isOptional={isOptional} state={state}>
      <textarea id={area.name} defaultValue={value} {...ariaProps} {...area} className={`${inputClass} block py-3`} />
    </FieldFrame>
  )
}

type StatePropsInput = { name: string; hint: string | undefined; isOptional: boolean; state: FormState | undefined }

function stateProps({ name, hint, isOptional, state = emptyForm }: StatePropsInput) {
  const isInvalid = state.errors[name] !== undefined
  const describedBy = [hint && `${name}-hint`, `${name}-error`].filter(Boolean).join(' ')
  return {
    value: state.values[name] ?? '',
    ariaProps: {
      'aria-describedby': describedBy,
      ...(!isOptional && { 'aria-required': true }),
      ...(isInvalid && { 'aria-invalid': true }),
    },
  }
}

function FieldFrame({
  name,
  label,
  hint,
  isOptional,
  state,
  children,
}: Omit<Common, 'hint'> & { hint: string | undefined; children: React.ReactNode }) {
  const error = state?.errors[name]
  return (
    <div>
      <label htmlFor={name} className="block font-semibold">
        {label} <span className="font-normal text-ink-soft text-md">({isOptional ? 'valfritt' : 'obligatoriskt'})</span>
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-ink-soft text-md">
          {hint}
        </p>
      )}
      <div className="mt-2">{children}</div>
      <div id={`${name}-error`} data-error-of={name}>
        {error && <FieldError text={error} />}
      </div>
    </div>
  )
}

export const FieldError = ({ text = '' }: { text?: string }) => (
  <p className="mt-2 flex items-start gap-2 font-semibold text-danger-ink text-md">
    <AlertIcon className="mt-0.5 size-5" />
    <span data-text="">{text}</span>
  </p>
)

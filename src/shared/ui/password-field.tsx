import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { asText, type FieldBinding, useBoundField } from './bound-field.tsx'
import { Field, type FieldTexts, inputClass } from './field.tsx'

export type PasswordFieldProps<Values extends FieldValues, Out> = FieldBinding<Values, Out> &
  Omit<FieldTexts, 'error'> & {
    autoComplete: 'current-password' | 'new-password'
    autoFocus?: boolean
    /** For a password that the user has to read, such as a suggested one. */
    isShownAtFirst?: boolean
  }

/** A password that can be shown; pasting and password managers are not hindered. */
export function PasswordField<Values extends FieldValues, Out>({
  control,
  name,
  autoFocus = false,
  isShownAtFirst = false,
  autoComplete,
  ...texts
}: PasswordFieldProps<Values, Out>) {
  const { value, error, inputRef, onChange, onBlur } = useBoundField({ control, name })
  const [isShown, setShown] = useState(isShownAtFirst)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field texts={{ ...texts, error }}>
      {(aria) => (
        <div className="relative">
          <input
            {...aria}
            name={name}
            autoComplete={autoComplete}
            // biome-ignore lint/a11y/noAutofocus: decided by the dialog or page
            autoFocus={autoFocus}
            onBlur={onBlur}
            onChange={onChange}
            ref={inputRef}
            type={isShown ? 'text' : 'password'}
            value={asText(value)}
            spellCheck={false}
            autoCapitalize="none"
            className={`${inputClass} pr-11`}
          />
          <button
            type="button"
            onClick={() => setShown(!isShown)}
            aria-label={isShown ? 'Dölj lösenordet' : 'Visa lösenordet'}
            className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink focus-visible:-outline-offset-2"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}

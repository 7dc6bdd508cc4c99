import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input, TextField as RacTextField } from 'react-aria-components/TextField'
import type { FieldValues } from 'react-hook-form'
import {
  asText,
  type FieldBinding,
  FieldLabel,
  FieldNotes,
  type FieldTexts,
  fieldClass,
  inputClass,
  useBoundField,
} from './field.tsx'

export type PasswordFieldProps<Values extends FieldValues, Out> = FieldBinding<Values, Out> &
  Omit<FieldTexts, 'error'> & {
    autoComplete: 'current-password' | 'new-password'
    autoFocus?: boolean
    /** One that a person has to read, such as a suggested one. */
    isShownAtFirst?: boolean
  }

/** A password that can be shown; pasting and password managers work as everywhere. */
export function PasswordField<Values extends FieldValues, Out>({
  control,
  name,
  hint,
  isRequired = false,
  autoFocus = false,
  isShownAtFirst = false,
  autoComplete,
  ...texts
}: PasswordFieldProps<Values, Out>) {
  const { value, error, inputRef, onChange, onBlur } = useBoundField({ control, name })
  const [isShown, setShown] = useState(isShownAtFirst)
  const Icon = isShown ? EyeOff : Eye
  return (
    <RacTextField
      className={fieldClass}
      name={name}
      type={isShown ? 'text' : 'password'}
      value={asText(value)}
      onChange={onChange}
      onBlur={onBlur}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...texts} isRequired={isRequired} />
      <div className="relative">
        <Input ref={inputRef} spellCheck={false} autoCapitalize="none" className={`${inputClass} pr-11`} />
        <Button
          onPress={() => setShown(!isShown)}
          aria-label={isShown ? 'Dölj lösenordet' : 'Visa lösenordet'}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-ink-faint hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
      <FieldNotes hint={hint} error={error} />
    </RacTextField>
  )
}

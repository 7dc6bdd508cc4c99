import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldBinding, useBoundField } from '#shared/ui/bound-field.tsx'
import { Button } from '#shared/ui/button.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { suggestPassword } from '../suggested-password.rules.ts'
import { useMe } from './me.ts'

type Props<Values extends FieldValues, Out> = FieldBinding<Values, Out> & { hint: string }

/** A password that staff choose for another person and pass on. A suggested one is shown in plain text. */
export function AssignedPasswordField<Values extends FieldValues, Out>(field: Props<Values, Out>) {
  const { onChange } = useBoundField(field)
  const { passwordMinLength } = useMe()
  const [suggested, setSuggested] = useState('')
  const suggest = () => {
    const password = suggestPassword(passwordMinLength)
    setSuggested(password)
    onChange(password)
  }
  return (
    <div className="grid gap-2">
      <PasswordField
        key={suggested}
        {...field}
        label="Lösenord"
        isRequired
        autoComplete="new-password"
        isShownAtFirst={suggested !== ''}
      />
      <div>
        <Button size="sm" onPress={suggest}>
          Föreslå lösenord
        </Button>
      </div>
    </div>
  )
}

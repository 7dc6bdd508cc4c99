import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { passwordProblem } from '#auth/password.rules.ts'
import { suggestPassword } from '#auth/suggested-password.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import type { FieldBinding } from '#lib/ui/field.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { Invitation } from '../logins.contract.ts'

/** A password as the form can judge it; the server knows more. */
export const NewPassword = Invitation.shape.password.superRefine((password, context) => {
  const message = passwordProblem(password)
  if (message) context.addIssue({ code: 'custom', message })
})

type Props<Values extends FieldValues, Out> = FieldBinding<Values, Out> & {
  hint: string
  onSuggest: (password: string) => void
}

/** A password that staff choose for a customer, and then tell. A suggested one is in sight. */
export function PasswordToTell<Values extends FieldValues, Out>({ onSuggest, ...field }: Props<Values, Out>) {
  const [suggested, setSuggested] = useState('')
  const suggest = () => {
    const password = suggestPassword()
    setSuggested(password)
    onSuggest(password)
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

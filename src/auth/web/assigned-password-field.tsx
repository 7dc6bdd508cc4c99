import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { type FieldBinding, useBoundField } from '#lib/ui/bound-field.tsx'
import { Button } from '#lib/ui/button.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { Password } from '../auth.contract.ts'
import { passwordProblem } from '../password.rules.ts'
import { suggestPassword } from '../suggested-password.rules.ts'

/** A password field as the form can judge it; the server knows more. */
export const judged = <Schema extends z.ZodType<string, string>>(password: Schema) =>
  password.superRefine((typed, context) => {
    const message = passwordProblem(typed)
    if (message) context.addIssue({ code: 'custom', message })
  })

export const NewPassword = judged(Password)

type Props<Values extends FieldValues, Out> = FieldBinding<Values, Out> & { hint: string }

/** A password that somebody chooses for another, and then tells. A suggested one is in sight. */
export function PasswordToTell<Values extends FieldValues, Out>(field: Props<Values, Out>) {
  const { onChange } = useBoundField(field)
  const [suggested, setSuggested] = useState('')
  const suggest = () => {
    const password = suggestPassword()
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

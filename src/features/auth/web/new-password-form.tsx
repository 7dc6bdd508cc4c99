import { zodResolver } from '@hookform/resolvers/zod'
import { type AuthError, isAuthApiError, isAuthSessionMissingError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { authMessageOf } from './auth-error.ts'
import { withPasswordRules } from './password-schema.ts'
import { authClient, forgetSession } from './session.ts'
import { SubmitButton } from './submit-button.tsx'
import { useFinish } from './use-finish.ts'
import { UsernameField } from './username-field.tsx'

export const NewPassword = withPasswordRules(z.string())

const TOO_MANY = 429

const Values = z.object({ password: NewPassword, current: z.string() })

type Props = {
  /** The person's e-mail address, for the password manager. */
  username: string
}

/** Changes the own password, then navigates to the person's portal. */
export function NewPasswordForm({ username }: Props) {
  const [needsCurrent, setNeedsCurrent] = useState(false)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { password: '', current: '' } })
  const finish = useFinish()

  const submit = async ({ password, current }: z.output<typeof Values>) => {
    const client = await authClient()
    const { error } = await client.updateUser({ password, ...(current && { current_password: current }) })
    if (!error) return finish()
    const message = authMessageOf(error)
    if (isAuthSessionMissingError(error)) {
      showToast({ tone: 'error', title: 'Kunde inte spara lösenordet', text: message, outlivesPage: true })
      return forgetSession()
    }
    if (isAuthApiError(error) && error.code === 'reauthentication_needed') setNeedsCurrent(true)
    form.setError(fieldOf(error), { message }, { shouldFocus: true })
  }

  return (
    <Form form={form} onSubmit={submit}>
      <UsernameField username={username} />
      {needsCurrent && (
        <PasswordField
          control={form.control}
          name="current"
          label="Nuvarande lösenord"
          isRequired
          autoComplete="current-password"
          autoFocus
        />
      )}
      <PasswordField
        control={form.control}
        name="password"
        label="Nytt lösenord"
        isRequired
        autoComplete="new-password"
        autoFocus={!needsCurrent}
      />
      <FormFailure control={form.control} />
      <SubmitButton isPending={form.formState.isSubmitting} pendingText="Sparar...">
        Spara lösenordet
      </SubmitButton>
    </Form>
  )
}

/** The field that the error belongs to; 'root' for a network or service failure. */
function fieldOf(error: AuthError) {
  if (isAuthWeakPasswordError(error)) return 'password'
  if (!isAuthApiError(error)) return 'root'
  if (error.code === 'reauthentication_needed' || error.code === 'current_password_invalid') return 'current'
  return error.status === TOO_MANY ? 'root' : 'password'
}

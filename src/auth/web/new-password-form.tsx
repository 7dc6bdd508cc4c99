import { zodResolver } from '@hookform/resolvers/zod'
import { isAuthApiError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Form } from '#lib/ui/form.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { call } from '#lib/web/call.ts'
import { auth } from '../auth.contract.ts'
import { authMessageOf } from './auth-error.ts'
import { withPasswordRules } from './password-schema.ts'
import { destinationOf } from './post-login.ts'
import { authClient } from './session.ts'
import { SubmitButton } from './submit-button.tsx'
import { UsernameField } from './username-field.tsx'

export const NewPassword = withPasswordRules(z.string())

const Values = z.object({ password: NewPassword, current: z.string() })

type Props = {
  /** The token of a one-time link; it is consumed when the form is submitted, not when the page is opened. */
  token?: string
  /** The person's e-mail address, for the password manager. */
  username?: string
}

/** Sets the password, by link or in the current session, then navigates to the person's portal. */
export function NewPasswordForm({ token, username }: Props) {
  const [isLinkUsed, setLinkUsed] = useState(token === undefined)
  const [needsCurrent, setNeedsCurrent] = useState(false)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { password: '', current: '' } })
  const finish = useFinish()

  const submit = async ({ password, current }: z.output<typeof Values>) => {
    if (token && !isLinkUsed) {
      const { error } = await authClient().verifyOtp({ token_hash: token, type: 'recovery' })
      if (error) return showToast({ tone: 'error', title: 'Länken fungerar inte', text: authMessageOf(error) })
      setLinkUsed(true)
    }
    const { error } = await authClient().updateUser({ password, ...(current && { current_password: current }) })
    if (!error) return finish()
    const message = authMessageOf(error)
    if (isAuthApiError(error) && error.code === 'reauthentication_needed') setNeedsCurrent(true)
    if (isAuthApiError(error) && error.code === 'current_password_invalid') form.setError('current', { message })
    else form.setError('password', { message })
  }

  return (
    <Form form={form} onSubmit={submit}>
      {username && <UsernameField username={username} />}
      {needsCurrent && (
        <PasswordField
          control={form.control}
          name="current"
          label="Nuvarande lösenord"
          autoComplete="current-password"
          autoFocus
        />
      )}
      <PasswordField
        control={form.control}
        name="password"
        label="Nytt lösenord"
        autoComplete="new-password"
        autoFocus={!needsCurrent}
      />
      <SubmitButton isPending={form.formState.isSubmitting} pendingText="Sparar...">
        Spara lösenordet
      </SubmitButton>
    </Form>
  )
}

/** Refetches the person, who no longer has to change the password, and navigates to the portal. */
function useFinish() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    showToast({ tone: 'success', title: 'Lösenordet är sparat' })
    // A response from before the change that is still pending would redirect back to this page.
    await queries.cancelQueries({ queryKey: ['me'] })
    queries.removeQueries({ queryKey: ['me'] })
    const me = await call(auth.me, {}).catch(() => undefined)
    if (me) queries.setQueryData(['me', me.userId], me)
    await navigate((me && destinationOf(me)) ?? '/auth', { replace: true })
  }
}

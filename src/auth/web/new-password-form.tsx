import { zodResolver } from '@hookform/resolvers/zod'
import { isAuthApiError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Button } from '#lib/ui/button.tsx'
import { Form } from '#lib/ui/form.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { call } from '#lib/web/call.ts'
import { auth } from '../auth.contract.ts'
import { passwordProblem } from '../password.rules.ts'
import { authMessageOf } from './auth-error.ts'
import { destinationOf } from './post-login.ts'
import { authClient } from './session.ts'

/** A new password as the form can judge it; the server knows more. */
export const NewPassword = z.string().superRefine((password, context) => {
  const message = passwordProblem(password)
  if (message) context.addIssue({ code: 'custom', message })
})

const Values = z.object({ password: NewPassword, current: z.string() })

type Props = {
  /** Of a link; it is used up when the form is sent, not when the page is opened. */
  token?: string
  /** The own address, for the password manager. */
  username?: string
}

/** Chooses a password, by a link or for the session at hand, and goes where the person belongs. */
export function NewPasswordForm({ token, username }: Props) {
  const [isLinkUsed, setLinkUsed] = useState(token === undefined)
  const [asksCurrent, setAsksCurrent] = useState(false)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { password: '', current: '' } })
  const goOn = useGoOn()

  const submit = async ({ password, current }: z.output<typeof Values>) => {
    if (token && !isLinkUsed) {
      const { error } = await authClient().verifyOtp({ token_hash: token, type: 'recovery' })
      if (error) return showToast({ tone: 'error', title: 'Länken fungerar inte', text: authMessageOf(error) })
      setLinkUsed(true)
    }
    const { error } = await authClient().updateUser({ password, ...(current && { current_password: current }) })
    if (!error) return goOn()
    const message = authMessageOf(error)
    if (isAuthApiError(error) && error.code === 'reauthentication_needed') setAsksCurrent(true)
    if (isAuthApiError(error) && error.code === 'current_password_invalid') form.setError('current', { message })
    else form.setError('password', { message })
  }

  return (
    <Form form={form} onSubmit={submit}>
      {username && <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />}
      {asksCurrent && (
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
        autoFocus={!asksCurrent}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFull
        isBusy={form.formState.isSubmitting}
        busyText="Sparar..."
      >
        Spara lösenordet
      </Button>
    </Form>
  )
}

/** Asks anew who the person is, now that no change is due, and goes there. */
function useGoOn() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    showToast({ tone: 'success', title: 'Lösenordet är sparat' })
    // An answer from before the change, still on its way, would bring the person back here.
    await queries.cancelQueries({ queryKey: ['me'] })
    queries.removeQueries({ queryKey: ['me'] })
    const me = await call(auth.me, {}).catch(() => undefined)
    if (me) queries.setQueryData(['me', me.userId], me)
    await navigate((me && destinationOf(me)) ?? '/auth', { replace: true })
  }
}

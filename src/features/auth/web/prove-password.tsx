import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { call } from '#shared/web/call.ts'
import { messageOf } from '#shared/web/forms.ts'
import { auth, PasswordProof } from '../auth.contract.ts'
import { isAnswerLost } from './lost-answer.ts'
import { UsernameField } from './username-field.tsx'

type Props = { email: string; end: (isPending: boolean) => ReactNode; onProved: () => void }

/** The password once more, for a login without a second factor. */
export function ProvePassword({ email, end, onProved }: Props) {
  const form = useForm({ resolver: zodResolver(PasswordProof), defaultValues: { password: '' } })
  const submit = async (body: z.output<typeof PasswordProof>) => {
    try {
      await call(auth.provePassword, { body })
    } catch (error) {
      form.setError(isAnswerLost(error) ? 'root' : 'password', { message: messageOf(error) }, { shouldFocus: true })
      return
    }
    onProved()
  }
  return (
    <Form form={form} onSubmit={submit} label="Bekräfta med lösenord">
      <UsernameField username={email} />
      <PasswordField
        control={form.control}
        name="password"
        label="Ditt lösenord"
        isRequired
        autoComplete="current-password"
        autoFocus
      />
      <FormFailure control={form.control} />
      {end(form.formState.isSubmitting)}
    </Form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFormFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { CallError, call } from '#shared/web/call.ts'
import { auth, type LinkOwner } from '../auth.contract.ts'
import { isAnswerLost } from './lost-answer.ts'
import { NewPassword } from './password-schema.ts'
import { signIn } from './session.ts'
import { SubmitButton } from './submit-button.tsx'
import { useFinish } from './use-finish.ts'
import { UsernameField } from './username-field.tsx'

const Values = z.object({ password: NewPassword })

type Props = {
  token: string
  owner: LinkOwner
  /** Called when the password is saved but the sign-in failed, with the reason. */
  onSaved: (message: string) => void
  onSpent: (message: string) => void
}

/** Sets the password by a one-time link and then signs in. The link stays unused until the password is accepted. */
export function LinkPasswordForm({ token, owner: { email }, onSaved, onSpent }: Props) {
  const [mayBeSaved, setMayBeSaved] = useState(false)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { password: '' } })
  const finish = useFinish()

  const submit = async ({ password }: z.output<typeof Values>) => {
    try {
      await call(auth.linkPassword, { body: { token, password } })
    } catch (error) {
      if (error instanceof CallError && error.status === 403) {
        // The previous attempt, whose response was lost, may have saved the password.
        if (mayBeSaved && !(await signIn(email, password))) return finish()
        return onSpent(error.message)
      }
      if (isAnswerLost(error)) setMayBeSaved(true)
      showFormFailure('Kunde inte spara lösenordet', error, form)
      return
    }
    const failure = await signIn(email, password)
    return failure ? onSaved(failure.message) : finish()
  }

  return (
    <Form form={form} onSubmit={submit}>
      <UsernameField username={email} />
      <PasswordField
        control={form.control}
        name="password"
        label="Nytt lösenord"
        isRequired
        autoComplete="new-password"
        autoFocus
      />
      <FormFailure control={form.control} />
      <SubmitButton isPending={form.formState.isSubmitting} pendingText="Sparar...">
        Spara lösenordet
      </SubmitButton>
    </Form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { showFormFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError, call } from '#shared/web/call.ts'
import { auth, FirstAdmin } from '../auth.contract.ts'
import { isAnswerLost } from './lost-answer.ts'
import { NewPassword } from './new-password-form.tsx'
import { signIn } from './session.ts'
import { SubmitButton } from './submit-button.tsx'

const Values = z.object({
  fullName: FirstAdmin.shape.fullName,
  email: z.string().trim().pipe(FirstAdmin.shape.email),
  password: NewPassword,
})

type Props = { token: string; onSpent: (message: string) => void }

/** Creates the first administrator and signs in. */
export function FirstAdminForm({ token, onSpent }: Props) {
  const navigate = useNavigate()
  const [mayBeCreated, setMayBeCreated] = useState(false)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { fullName: '', email: '', password: '' } })
  const finish = async () => {
    showToast({ tone: 'success', title: 'Inloggad!' })
    await navigate('/backoffice', { replace: true })
  }
  const submit = async (person: z.output<typeof Values>) => {
    try {
      await call(auth.firstAdmin, { body: { ...person, token } })
    } catch (error) {
      if (error instanceof CallError && error.status === 410) {
        // The previous attempt, whose response was lost, may have created the login.
        if (mayBeCreated && !(await signIn(person.email, person.password))) return finish()
        return onSpent(error.message)
      }
      if (isAnswerLost(error)) setMayBeCreated(true)
      showFormFailure('Kunde inte skapa användare', error, form)
      return
    }
    const failure = await signIn(person.email, person.password)
    if (!failure) return finish()
    showToast({ tone: 'error', title: 'Fel vid inloggning', text: failure.message, outlivesPage: true })
    await navigate('/auth', { replace: true })
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="fullName" label="Namn" isRequired autoComplete="name" autoFocus />
      <TextField control={form.control} name="email" label="E-post" isRequired type="email" autoComplete="username" />
      <PasswordField
        control={form.control}
        name="password"
        label="Lösenord"
        isRequired
        hint="Ett par ord som du minns är bättre än ett enda krångligt."
        autoComplete="new-password"
      />
      <FormFailure control={form.control} />
      <SubmitButton isPending={form.formState.isSubmitting} pendingText="Sparar...">
        Kom igång
      </SubmitButton>
    </Form>
  )
}

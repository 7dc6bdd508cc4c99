import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Form } from '#lib/ui/form.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { call } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { auth, FirstAdmin } from '../auth.contract.ts'
import { NewPassword } from './new-password-form.tsx'
import { signIn } from './session.ts'
import { SubmitButton } from './submit-button.tsx'

const Values = z.object({
  fullName: FirstAdmin.shape.fullName,
  email: z.string().trim().pipe(FirstAdmin.shape.email),
  password: NewPassword,
})

/** Creates the first administrator and signs in. */
export function FirstAdminForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { fullName: '', email: '', password: '' } })
  const submit = async (person: z.output<typeof Values>) => {
    try {
      await call(auth.firstAdmin, { body: { ...person, token } })
    } catch (error) {
      if (!putFieldErrors(form, error))
        showToast({ tone: 'error', title: 'Kunde inte skapa användare', text: messageOf(error) })
      return
    }
    const message = await signIn(person.email, person.password)
    if (message) showToast({ tone: 'error', title: 'Fel vid inloggning', text: message })
    else showToast({ tone: 'success', title: 'Inloggad!' })
    await navigate(message ? '/auth' : '/backoffice', { replace: true })
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="fullName" label="Namn" autoComplete="name" autoFocus />
      <TextField control={form.control} name="email" label="E-post" type="email" autoComplete="username" />
      <PasswordField
        control={form.control}
        name="password"
        label="Lösenord"
        hint="Ett par ord som du minns är bättre än ett enda krångligt."
        autoComplete="new-password"
      />
      <SubmitButton isBusy={form.formState.isSubmitting} busyText="Sparar...">
        Kom igång
      </SubmitButton>
    </Form>
  )
}

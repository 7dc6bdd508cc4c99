import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredLine } from '#lib/contract.ts'
import { Button } from '#lib/ui/button.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { FocusPage } from '#lib/ui/focus-page.tsx'
import { Form } from '#lib/ui/form.tsx'
import { PasswordField } from '#lib/ui/password-field.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { usePostLogin } from './post-login.ts'
import { signIn } from './session.ts'
import type { Place } from './wrong-portal.ts'

const Credentials = z.object({
  email: requiredLine('Ange din e-postadress'),
  password: z.string().min(1, 'Ange ditt lösenord'),
})

type Props = { place: Place; title: string; lead: string; footer: ReactNode }

/** Signing in to the back office or the portal; what was typed stays when it fails. */
export function Login({ place, title, lead, footer }: Props) {
  const { isArriving, error, retry, welcome } = usePostLogin(place)
  const [isForgotten, setForgotten] = useState(false)
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } })
  const submit = async ({ email, password }: z.output<typeof Credentials>) => {
    welcome(true)
    const problem = await signIn(email, password)
    if (!problem) return
    welcome(false)
    showToast({ tone: 'error', title: 'Fel vid inloggning', text: problem })
  }
  if (isForgotten) return <ForgottenPassword email={form.getValues('email')} onBack={() => setForgotten(false)} />
  return (
    <FocusPage title={title} lead={lead} footer={footer}>
      {error && <ErrorState title="Kunde inte hämta data" text={error.message} onRetry={retry} />}
      <Form form={form} onSubmit={submit}>
        <TextField control={form.control} name="email" label="E-post" type="email" autoComplete="username" autoFocus />
        <PasswordField control={form.control} name="password" label="Lösenord" autoComplete="current-password" />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFull
          isBusy={form.formState.isSubmitting || isArriving}
          busyText="Loggar in..."
        >
          Logga in
        </Button>
        <Button variant="quiet" onPress={() => setForgotten(true)}>
          Glömt lösenord?
        </Button>
      </Form>
    </FocusPage>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredLine } from '#shared/contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { earlyInput } from './early-input.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { isAskedForFactor } from './me.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePostLogin } from './post-login.ts'
import { SecondStep } from './second-step.lazy.ts'
import { signIn } from './session.ts'
import { SIGNING_IN } from './sign-in-texts.ts'
import { SubmitButton } from './submit-button.tsx'
import type { Portal } from './wrong-portal.ts'

const Values = z.object({
  email: requiredLine('Ange din e-postadress'),
  password: z.string().min(1, 'Ange ditt lösenord'),
})

type Props = { portal: Portal; title: string; lead: string; footer: ReactNode }

/** The login form of the back office or the portal; its values remain after a failure. */
export function Login({ portal, title, lead, footer }: Props) {
  const [isForgotten, setForgotten] = useState(false)
  const [typed] = useState(earlyInput)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: typed })
  const [isHeld, setHeld] = useState(false)
  const { person, isLoadingUser, error, retry, expectSignIn } = usePostLogin(
    portal,
    (message) => form.setError('root', { message }),
    isHeld,
  )
  const second = person && (isHeld || isAskedForFactor(person)) ? person : undefined
  // Whoever signs out there must not leave the password here.
  useEffect(() => {
    if (second) form.resetField('password', { defaultValue: '' })
  }, [second, form])
  const submit = async ({ email, password }: z.output<typeof Values>) => {
    expectSignIn(true)
    const focused = document.activeElement
    const failure = await signIn(email, password)
    if (!failure) return
    const { message, isRefused } = failure
    expectSignIn(false)
    showToast({ tone: 'error', title: 'Fel vid inloggning', text: message, isAtTop: true })
    // Somebody who is correcting the address meanwhile must not end up typing in the password field.
    const shouldFocus = isRefused && document.activeElement === focused
    form.setError(isRefused ? 'password' : 'root', { message }, { shouldFocus })
  }
  if (second) return <SecondStep me={second} onHold={setHeld} />
  if (isForgotten) return <ForgottenPassword email={form.getValues('email')} onBack={() => setForgotten(false)} />
  return (
    <FocusPage title={title} tabTitle={`Logga in – ${title}`} lead={lead} footer={footer}>
      {error && <ErrorState title="Kunde inte hämta data" text={error.message} onRetry={retry} />}
      <Form form={form} onSubmit={submit}>
        <Fields control={form.control} />
        <FormFailure control={form.control} />
        <SubmitButton isPending={form.formState.isSubmitting || isLoadingUser} pendingText={SIGNING_IN}>
          Logga in
        </SubmitButton>
        <PasskeyButton expectSignIn={expectSignIn} />
        <Button variant="quiet" onPress={() => setForgotten(true)}>
          Glömt lösenord?
        </Button>
      </Form>
    </FocusPage>
  )
}

type FieldsProps = { control: Control<z.input<typeof Values>, unknown, z.output<typeof Values>> }

const Fields = ({ control }: FieldsProps) => (
  <>
    <TextField
      control={control}
      name="email"
      label="E-post"
      isRequired
      type="email"
      autoComplete="username"
      autoFocus
    />
    <PasswordField control={control} name="password" label="Lösenord" isRequired autoComplete="current-password" />
  </>
)

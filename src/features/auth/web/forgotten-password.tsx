import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { Email } from '../auth.contract.ts'
import { linkLifetimes } from '../lifetimes.rules.ts'
import { authMessageOf } from './auth-error.ts'
import { authClient } from './session.ts'
import { SubmitButton } from './submit-button.tsx'

const Address = z.object({ email: z.string().trim().pipe(Email) })

type Props = { email: string; onBack: () => void }

/** Requests a recovery link by mail. The response is the same whether the address has a login or not. */
export function ForgottenPassword({ email, onBack }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({ resolver: zodResolver(Address), defaultValues: { email } })
  const submit = async (values: z.output<typeof Address>) => {
    const { error } = await (await authClient()).resetPasswordForEmail(values.email)
    if (!error) return setSentTo(values.email)
    const message = authMessageOf(error)
    showToast({ tone: 'error', title: 'Kunde inte skicka länken', text: message })
    form.setError('root', { message })
  }
  const back = (
    <Button variant="quiet" onPress={onBack}>
      Tillbaka till inloggningen
    </Button>
  )
  if (sentTo) {
    return (
      <FocusPage
        title="Titta i din inkorg"
        lead={`Finns ${readableAddress(sentTo)} hos oss är en länk på väg. Den gäller i ${linkLifetimes.recovery.label}.`}
      >
        <p className="text-base text-ink-soft">
          Kommer inget mejl? Titta bland skräpposten, eller be den som bjöd in dig om en ny länk.
        </p>
        {back}
      </FocusPage>
    )
  }
  return (
    <FocusPage title="Glömt lösenord?" lead="Skriv din e-postadress, så skickar vi en länk där du väljer ett nytt.">
      <Form form={form} onSubmit={submit}>
        <TextField
          control={form.control}
          name="email"
          label="E-post"
          isRequired
          type="email"
          autoComplete="username"
          autoFocus
        />
        <FormFailure control={form.control} />
        <SubmitButton isPending={form.formState.isSubmitting} pendingText="Skickar...">
          Skicka länk
        </SubmitButton>
        {back}
      </Form>
    </FocusPage>
  )
}

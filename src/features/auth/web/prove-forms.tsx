import { zodResolver } from '@hookform/resolvers/zod'
import type { Factor } from '@supabase/auth-js'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredLine } from '#shared/contract.ts'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { messageOf } from '#shared/web/forms.ts'
import { CodeField } from './code-field.tsx'
import { verifyCode, verifyPasskey, verifyRecoveryCode } from './factor-client.ts'
import { Code, showRefusal } from './factor-forms.ts'
import { isAnswerLost } from './lost-answer.ts'

type Props = {
  /** Carries out an attempt; rejects with why it failed. */
  attempt: (verify: () => Promise<unknown>) => Promise<void>
  end: (isPending: boolean) => ReactNode
}

const CodeValues = z.object({ factorId: z.string(), code: Code })

/** The code of an authenticator app, by default the one last used. */
export function CodeForm({ apps, attempt, end }: Props & { apps: Factor[] }) {
  const form = useForm({
    resolver: zodResolver(CodeValues),
    defaultValues: { factorId: lastUsed(apps)?.id ?? '', code: '' },
  })
  const submit = ({ factorId, code }: z.output<typeof CodeValues>) =>
    attempt(() => verifyCode(factorId, code)).catch((error: unknown) => showRefusal(form, 'code', error))
  return (
    <Form form={form} onSubmit={submit} label="Bekräfta med kod">
      {apps.length > 1 && (
        <Select control={form.control} name="factorId" label="App" choices={choicesOf(apps, 'Autentiseringsapp')} />
      )}
      <CodeField control={form.control} name="code" hint="De sex siffror som autentiseringsappen visar nu." />
      <FormFailure control={form.control} />
      {end(form.formState.isSubmitting)}
    </Form>
  )
}

/** The server returns the last use as the last update. */
const lastUsed = (factors: Factor[]) => factors.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0]

const choicesOf = (factors: Factor[], nameless: string) =>
  factors.map(({ id, friendly_name }) => ({ value: id, label: friendly_name ?? nameless }))

const RecoveryValues = z.object({ code: requiredLine('Skriv en av dina reservkoder') })

/** One of the recovery codes, each of which works once. */
export function RecoveryCodeForm({ attempt, end }: Props) {
  const form = useForm({ resolver: zodResolver(RecoveryValues), defaultValues: { code: '' } })
  const submit = ({ code }: z.output<typeof RecoveryValues>) =>
    attempt(() => verifyRecoveryCode(code)).catch((error: unknown) => showRefusal(form, 'code', error))
  return (
    <Form form={form} onSubmit={submit} label="Bekräfta med reservkod">
      <TextField
        control={form.control}
        name="code"
        label="Reservkod"
        hint="Varje kod fungerar en gång."
        isRequired
        autoComplete="off"
        autoFocus
      />
      <FormFailure control={form.control} />
      {end(form.formState.isSubmitting)}
    </Form>
  )
}

/** A passkey, which the browser asks for. */
export function PasskeyForm({ passkeys, attempt, end }: Props & { passkeys: Factor[] }) {
  const form = useForm({ defaultValues: { factorId: lastUsed(passkeys)?.id ?? '' } })
  const submit = ({ factorId }: { factorId: string }) =>
    attempt(() => verifyPasskey(factorId)).catch((error: unknown) =>
      form.setError('root', { message: isAnswerLost(error) ? messageOf(error) : NO_PASSKEY }),
    )
  return (
    <Form form={form} onSubmit={submit} label="Bekräfta med passkey">
      {passkeys.length > 1 && (
        <Select control={form.control} name="factorId" label="Passkey" choices={choicesOf(passkeys, 'Passkey')} />
      )}
      <p className="text-ink-soft">Webbläsaren ber dig om din passkey, till exempel med fingret eller en pinkod.</p>
      <FormFailure control={form.control} />
      {end(form.formState.isSubmitting)}
    </Form>
  )
}

const NO_PASSKEY = 'Din passkey kunde inte användas. Försök igen, eller välj ett annat sätt.'

import { zodResolver } from '@hookform/resolvers/zod'
import Send from 'lucide-react/icons/send'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '#features/auth/web/me.ts'
import { SaveActions } from '#features/company/web/save-actions.tsx'
import { SettingsConflict } from '#features/company/web/settings-conflict.tsx'
import { useVersionedForm } from '#features/company/web/versioned-form.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useSingleFlight } from '#shared/web/single-flight.ts'
import { MailServerForm as FormSchema, MailServerSettings } from '../mail-server.contract.ts'
import { encryptions } from './mail-labels.ts'
import { useChangeMailServer, useTryMailServer } from './mail-server.api.ts'

type Values = z.input<typeof FormSchema>

const labels = {
  host: 'Server',
  port: 'Port',
  tls: 'Kryptering',
  login: 'Användarnamn',
  fromAddress: 'Avsändarens adress',
  fromName: 'Avsändarens namn',
} as const

/** The password is never sent to the browser. */
const valuesOf = ({ host, port, tls, login, fromAddress, fromName }: MailServerSettings): Values => ({
  host,
  port: String(port),
  tls,
  login: login ?? '',
  secret: '',
  fromAddress: readableAddress(fromAddress),
  fromName: fromName ?? '',
})

/** The organization's mail server: saved once it accepts the sign-in, and tried with what the fields contain. */
export function MailServerForm({ row }: { row: MailServerSettings }) {
  const { email } = useMe()
  const { mutateAsync: save } = useChangeMailServer()
  const { mutateAsync: tryServer, isPending: isTrying } = useTryMailServer()
  const { form, submit, opened, current } = useVersionedForm<Values, FormSchema, MailServerSettings>({
    row,
    save,
    valuesOf,
    key: 'settings:mail-server',
    omit: 'secret',
    rowSchema: MailServerSettings,
    resolver: zodResolver(FormSchema),
  })
  const { isDirty, isSubmitting } = form.formState
  const trial = async (values: FormSchema) => {
    try {
      await tryServer(values)
      const text = `${values.host} tog emot mejlet till ${email}.${isDirty ? ' Spara för att skicka med servern.' : ''}`
      showToast({ title: 'Provmejlet är skickat', text, tone: 'success' })
    } catch (error) {
      showFailure('Provmejlet kunde inte skickas', error, form)
    }
  }
  const tryOnce = useSingleFlight(() => form.handleSubmit(trial)())
  return (
    <Form form={form} onSubmit={submit} label="E-postserver" warnsUnsaved>
      <ServerFields control={form.control} hasSecret={opened.login !== null} />
      {current && <SettingsConflict opened={opened} current={current} labels={labels} />}
      <div>
        <Button icon={Send} onPress={tryOnce} isPending={isTrying} pendingText="Skickar...">
          Skicka ett provmejl till mig
        </Button>
      </div>
      <SaveActions isSaving={isSubmitting && !isTrying} hasConflict={current !== undefined} what="e-postservern" />
    </Form>
  )
}

function ServerFields({ control, hasSecret }: { control: Control<Values, unknown, FormSchema>; hasSecret: boolean }) {
  const field = { control, autoComplete: 'off' } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field} name="host" label={labels.host} hint="Till exempel smtp.example.se" isRequired />
      <TextField
        {...field}
        name="port"
        label={labels.port}
        inputMode="numeric"
        hint="Oftast 587 eller 465"
        isRequired
      />
      <Select control={control} name="tls" label={labels.tls} choices={encryptions} />
      <TextField
        {...field}
        name="login"
        label={labels.login}
        hint="Ofta adressen. Tomt: servern kräver ingen inloggning"
      />
      <PasswordField
        control={control}
        name="secret"
        label="Lösenord"
        autoComplete="new-password"
        {...(hasSecret && { hint: 'Lämna tomt för att behålla det som är sparat' })}
      />
      <TextField {...field} name="fromAddress" label={labels.fromAddress} type="email" isRequired />
      <TextField {...field} name="fromName" label={labels.fromName} hint="Tomt: företagets namn" />
    </div>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { PasswordField } from '#shared/ui/password-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import {
  Mailbox,
  MailboxChanges,
  type MailboxKind,
  MICROSOFT_HOST,
  mailboxKinds,
  NewMailbox,
} from '../mailboxes.contract.ts'
import { encryptions } from './mail-labels.ts'
import { mailboxKey } from './mailbox-recovery.ts'
import { useChangeMailbox, useCreateMailbox } from './mailboxes.api.ts'

type Values = z.input<typeof NewMailbox>
type Props = { mailbox?: Mailbox; onClose: () => void }

const labels = { address: 'Adress', host: 'Server', login: 'Användarnamn', folder: 'Mapp' } as const
const kindLabels: Record<MailboxKind, string> = { password: 'Lösenord', microsoft: 'Microsoft 365' }
const kinds = mailboxKinds.map((value) => ({ value, label: kindLabels[value] }))

const shown = ({ address, host, login, folder }: Mailbox) => ({
  address: readableAddress(address),
  host,
  login,
  folder,
})

/** A value for every field, since a missing one would be cleared on saving. The secret is never sent to the browser. */
const valuesOf = (mailbox?: Mailbox): Values => ({
  address: readableAddress(mailbox?.address ?? ''),
  kind: mailbox?.kind ?? 'password',
  host: mailbox?.host ?? '',
  port: String(mailbox?.port ?? 993),
  tls: mailbox?.tls ?? 'tls',
  login: mailbox?.login ?? '',
  secret: '',
  tenant: mailbox?.tenant ?? '',
  clientId: mailbox?.clientId ?? '',
  folder: mailbox?.folder ?? 'INBOX',
  doneFolder: mailbox ? (mailbox.doneFolder ?? '') : 'Stödpunkt',
  authservId: mailbox?.authservId ?? '',
  opensTickets: mailbox?.opensTickets ?? true,
  isActive: mailbox?.isActive ?? true,
  readDays: String(mailbox?.readDays ?? 0),
})

/** Adds or changes a mailbox. */
export function MailboxDialog({ mailbox, onClose }: Props) {
  const schema = mailbox ? MailboxChanges : NewMailbox
  const form = useForm<Values, unknown, NewMailbox>({
    resolver: zodResolver(schema as typeof NewMailbox),
    defaultValues: valuesOf(mailbox),
  })
  useFormRecovery(form, { key: mailboxKey(mailbox), subject: mailbox, omit: 'secret' })
  const create = useCreateMailbox()
  const change = useChangeMailbox()
  const { submit, conflict } = useRowForm({
    form,
    schema: Mailbox,
    valuesOf,
    onSaved: onClose,
    row: () => mailbox,
    create: (values, idempotencyKey) => create.mutateAsync({ values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, values }),
    saved: mailbox ? 'Brevlådan är ändrad' : 'Brevlådan är tillagd',
    failed: (text) => ({ title: 'Kunde inte spara brevlådan', text }),
  })
  return (
    <RowDialog
      title={mailbox ? 'Ändra brevlåda' : 'Ny brevlåda'}
      form={form}
      onSubmit={submit}
      conflict={conflict && shown(conflict)}
      conflictTitle="Någon annan hann ändra brevlådan. Så här står det nu:"
      labels={labels}
      onClose={onClose}
    >
      <ServerFields control={form.control} isNew={!mailbox} />
      <ReadingFields control={form.control} />
    </RowDialog>
  )
}

type FieldsProps = { control: ReturnType<typeof useForm<Values, unknown, NewMailbox>>['control'] }

function ServerFields({ control, isNew }: FieldsProps & { isNew: boolean }) {
  const kind = useWatch({ control, name: 'kind' })
  const isMicrosoft = kind === 'microsoft'
  return (
    <>
      <TextField
        control={control}
        name="address"
        label={labels.address}
        type="email"
        isRequired
        autoComplete="off"
        autoFocus
      />
      <Select control={control} name="kind" label="Inloggning" choices={kinds} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="host"
          label={labels.host}
          hint={isMicrosoft ? MICROSOFT_HOST : 'Till exempel imap.example.se'}
          isRequired
          autoComplete="off"
        />
        <TextField
          control={control}
          name="login"
          label={labels.login}
          hint="Ofta adressen"
          isRequired
          autoComplete="off"
        />
        <TextField control={control} name="port" label="Port" inputMode="numeric" isRequired autoComplete="off" />
        <Select control={control} name="tls" label="Kryptering" choices={encryptions} />
      </div>
      {isMicrosoft && <MicrosoftFields control={control} />}
      <PasswordField
        control={control}
        name="secret"
        label={isMicrosoft ? 'Klienthemlighet' : 'Lösenord'}
        isRequired={isNew}
        autoComplete="new-password"
        {...(!isNew && { hint: 'Lämna tomt för att behålla det som är sparat' })}
      />
    </>
  )
}

const MicrosoftFields = ({ control }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField control={control} name="tenant" label="Katalog-id" isRequired autoComplete="off" />
    <TextField control={control} name="clientId" label="Program-id" isRequired autoComplete="off" />
  </div>
)

const ReadingFields = ({ control }: FieldsProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField control={control} name="folder" label={labels.folder} isRequired autoComplete="off" />
      <TextField
        control={control}
        name="doneFolder"
        label="Flytta lästa till"
        hint="Tomt: de ligger kvar"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="authservId"
        label="Serverns namn i Authentication-Results"
        hint="Till exempel mx.example.se. Behövs inte hos Microsoft 365."
        autoComplete="off"
      />
      <TextField
        control={control}
        name="readDays"
        label="Läs även de senaste dagarna"
        hint="Äldre mejl hamnar i Inkorg utan kvitto"
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
    <Checkbox control={control} name="opensTickets" label="Mejl från kända kontakter blir ärenden" />
    <Checkbox control={control} name="isActive" label="Läs brevlådan" />
  </>
)

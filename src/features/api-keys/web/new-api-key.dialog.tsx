import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { keyScopes, keyScopeText } from '#shared/api-key.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { Dialog, DialogActions } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FieldNotes } from '#shared/ui/field.tsx'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { LinkToCopy } from '#shared/ui/link-to-copy.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { type CreatedApiKey, KEY_NAME_MAX, keyLifetimes, NewApiKey } from '../api-keys.contract.ts'
import { useCreateApiKey } from './api-keys.api.ts'
import { NEW_KEY_FORM } from './new-api-key-form.ts'

const lifetimeLabels: Record<(typeof keyLifetimes)[number], string> = { 30: '30 dagar', 90: '90 dagar', 365: 'Ett år' }
const lifetimeChoices = keyLifetimes.map((days) => ({ value: String(days), label: lifetimeLabels[days] }))

const Values = z.strictObject({
  ...NewApiKey.shape,
  expiresInDays: z
    .string()
    .transform((chosen) => keyLifetimes.find((days) => String(days) === chosen) ?? keyLifetimes[0]),
})
type Values = z.input<typeof Values>

/** Makes an API key, and shows it once. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>()
  return created ? (
    <CreatedKeyDialog created={created} onClose={onClose} />
  ) : (
    <NewKeyForm onCreated={setCreated} onClose={onClose} />
  )
}

function NewKeyForm({ onCreated, onClose }: { onCreated: (created: CreatedApiKey) => void; onClose: () => void }) {
  const form = useForm<Values, unknown, NewApiKey>({
    resolver: zodResolver(Values),
    defaultValues: { name: '', scopes: ['read'], expiresInDays: '90' },
  })
  useFormRecovery(form, { key: NEW_KEY_FORM })
  const { mutateAsync } = useCreateApiKey()
  const save = async (key: NewApiKey) => {
    try {
      onCreated(await mutateAsync(key))
    } catch (error) {
      showFailure('Kunde inte skapa nyckeln', error, form)
    }
  }
  const { control } = form
  return (
    <FormDialog
      title="Ny API-nyckel"
      form={form}
      onSubmit={save}
      submitLabel="Skapa nyckel"
      pendingText="Skapar..."
      onClose={onClose}
    >
      <TextField
        control={control}
        name="name"
        label="Namn"
        hint="Vilket program som ska använda den."
        isRequired
        maxLength={KEY_NAME_MAX}
        autoComplete="off"
        autoFocus
      />
      <ScopesField control={control} />
      <RadioGroup control={control} name="expiresInDays" label="Gäller i" choices={lifetimeChoices} isInRow />
    </FormDialog>
  )
}

function ScopesField({ control }: { control: Control<Values, unknown, NewApiKey> }) {
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const error = fieldState.error?.message
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error && 'scopes-error'}>
      <legend className="mb-1 font-medium text-sm">Nyckeln får</legend>
      {keyScopes.map((scope, index) => (
        <CheckboxInput
          key={scope}
          label={<ScopeLabel {...keyScopeText(scope)} />}
          value={field.value.includes(scope)}
          onChange={(isChosen) =>
            field.onChange(keyScopes.filter((one) => (one === scope ? isChosen : field.value.includes(one))))
          }
          onBlur={field.onBlur}
          {...(index === 0 && { inputRef: field.ref })}
        />
      ))}
      <FieldNotes id="scopes" texts={{ label: '', error }} />
    </fieldset>
  )
}

const ScopeLabel = ({ label, description }: { label: string; description: string }) => (
  <span>
    {label}
    <span className="block text-sm text-ink-soft">{description}</span>
  </span>
)

const CreatedKeyDialog = ({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) => (
  <Dialog title="Nyckeln är skapad" isOpen onClose={onClose}>
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">
        Kopiera nyckeln nu och lägg den i programmet. Den visas bara den här gången och gäller till{' '}
        {formatDate(created.expiresAt)}.
      </p>
      <LinkToCopy link={created.key} label="API-nyckel" what="Nyckeln" />
    </div>
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        Klar
      </Button>
    </DialogActions>
  </Dialog>
)

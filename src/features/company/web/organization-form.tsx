import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { Form } from '#shared/ui/form.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import {
  COMPANY_NAME_MAX,
  DEFAULT_PAYMENT_TERMS,
  OrganizationForm as FormSchema,
  Organization,
} from '../company.contract.ts'
import { useChangeOrganization } from './company.api.ts'
import { SaveActions } from './save-actions.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { useVersionedForm } from './versioned-form.ts'

type Values = z.input<typeof FormSchema>

export const organizationLabels = {
  name: 'Företagets namn',
  orgNumber: 'Organisationsnummer',
  billingEmail: 'E-post för fakturor',
  paymentTerms: 'Betalningsvillkor',
} as const

const valuesOf = ({ name, orgNumber, billingEmail, paymentTerms }: Organization): Values => ({
  name,
  orgNumber: orgNumber ?? '',
  billingEmail: readableAddress(billingEmail ?? ''),
  paymentTerms,
})

/** For administrators. */
export function OrganizationForm({ row }: { row: Organization }) {
  const { mutateAsync: save } = useChangeOrganization()
  const { form, submit, opened, current } = useVersionedForm<Values, z.output<typeof FormSchema>, Organization>({
    row,
    save,
    valuesOf,
    key: 'settings:organization',
    rowSchema: Organization,
    resolver: zodResolver(FormSchema),
  })
  const field = { control: form.control, autoComplete: 'off' } as const
  return (
    <Form form={form} onSubmit={submit} label="Företaget" warnsUnsaved>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field} name="name" label={organizationLabels.name} isRequired maxLength={COMPANY_NAME_MAX} />
        <TextField
          {...field}
          name="orgNumber"
          label={organizationLabels.orgNumber}
          hint="Tio siffror, som 556703-7485"
        />
        <TextField {...field} name="billingEmail" label={organizationLabels.billingEmail} type="email" />
        <TextField
          {...field}
          name="paymentTerms"
          label={organizationLabels.paymentTerms}
          hint={`Lämnas det tomt gäller ${DEFAULT_PAYMENT_TERMS}`}
        />
      </div>
      {current && <SettingsConflict opened={opened} current={current} labels={organizationLabels} />}
      <SaveActions isSaving={form.formState.isSubmitting} hasConflict={current !== undefined} what="företaget" />
    </Form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { Card } from '#lib/ui/card.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { COMPANY_NAME_MAX, DEFAULT_PAYMENT_TERMS, Organization, OrganizationForm } from '../company.contract.ts'
import { useChangeOrganization } from './company.api.ts'
import { SaveActions } from './save-actions.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { useVersionedForm } from './versioned-form.ts'

type Values = z.input<typeof OrganizationForm>

const labels = {
  name: 'Företagets namn',
  orgNumber: 'Organisationsnummer',
  billingEmail: 'E-post för fakturor',
  paymentTerms: 'Betalningsvillkor',
} as const

const valuesOf = ({ name, orgNumber, billingEmail, paymentTerms }: Organization): Values => ({
  name,
  orgNumber: orgNumber ?? '',
  billingEmail: billingEmail ?? '',
  paymentTerms,
})

export function useOrganizationForm(row: Organization) {
  const { mutateAsync: save } = useChangeOrganization()
  return useVersionedForm<Values, z.output<typeof OrganizationForm>, Organization>({
    ...{ row, save, valuesOf },
    key: 'settings:organization',
    rowSchema: Organization,
    resolver: zodResolver(OrganizationForm),
  })
}

type Props = ReturnType<typeof useOrganizationForm> & { isAdmin: boolean }

/** Name, organization number, invoice address and payment terms. */
export function OrganizationSection({ form, submit, opened, current, isAdmin }: Props) {
  const field = { control: form.control, isReadOnly: !isAdmin, autoComplete: 'off' } as const
  return (
    <Card title="Företaget">
      <Form form={form} onSubmit={async (values) => isAdmin && submit(values)} label="Företaget">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field} name="name" label={labels.name} isRequired maxLength={COMPANY_NAME_MAX} />
          <TextField {...field} name="orgNumber" label={labels.orgNumber} hint="Tio siffror, som 556703-7485" />
          <TextField {...field} name="billingEmail" label={labels.billingEmail} type="email" />
          <TextField
            {...field}
            name="paymentTerms"
            label={labels.paymentTerms}
            hint={`Tomt blir ${DEFAULT_PAYMENT_TERMS}`}
          />
        </div>
        {current && <SettingsConflict {...{ labels, opened, current }} />}
        <SaveActions
          isAdmin={isAdmin}
          isDirty={form.formState.isDirty}
          isSaving={form.formState.isSubmitting}
          hasConflict={current !== undefined}
          what="företaget"
        />
      </Form>
    </Card>
  )
}

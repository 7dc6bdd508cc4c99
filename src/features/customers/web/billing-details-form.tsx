import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { SaveActions } from '#features/company/web/save-actions.tsx'
import { SettingsConflict } from '#features/company/web/settings-conflict.tsx'
import { useVersionedForm } from '#features/company/web/versioned-form.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Form } from '#shared/ui/form.tsx'
import { BillingDetails, billingLabels, BillingDetailsForm as FormSchema } from '../billing-details.contract.ts'
import type { Customer } from '../customers.contract.ts'
import { useChangeBillingDetails } from './billing-details.api.ts'
import { BillingFields, type BillingOut, type BillingValues } from './billing-fields.tsx'

function valuesOf(row: BillingDetails): BillingValues {
  const { version: _, ...details } = row
  return {
    ...details,
    orgNumber: details.orgNumber ?? '',
    vatNumber: details.vatNumber ?? '',
    invoiceEmail: readableAddress(details.invoiceEmail ?? ''),
    street: details.street ?? '',
    postcode: details.postcode ?? '',
    town: details.town ?? '',
    yourReference: details.yourReference ?? '',
    orderNumber: details.orderNumber ?? '',
    paymentDays: details.paymentDays === null ? '' : String(details.paymentDays),
  }
}

type Props = { customer: Customer; details: BillingDetails }

/** What a ledger needs to know of the customer. */
export function BillingDetailsForm({ customer, details }: Props) {
  const { mutateAsync: save } = useChangeBillingDetails(customer.id)
  const { form, submit, opened, current } = useVersionedForm<BillingValues, BillingOut, BillingDetails>({
    row: details,
    save,
    valuesOf,
    key: `billing-details:${customer.id}`,
    rowSchema: BillingDetails,
    resolver: zodResolver<BillingValues, unknown, z.output<typeof FormSchema>>(FormSchema),
    saved: 'Fakturauppgifter sparade',
    failed: 'Kunde inte spara fakturauppgifterna',
  })
  return (
    <Form form={form} onSubmit={submit} label="Fakturauppgifter" warnsUnsaved>
      <BillingFields control={form.control} customer={customer} />
      {current && <SettingsConflict opened={opened} current={current} labels={billingLabels} />}
      <SaveActions
        isSaving={form.formState.isSubmitting}
        isDirty={form.formState.isDirty}
        hasConflict={current !== undefined}
        what="fakturauppgifterna"
      />
    </Form>
  )
}

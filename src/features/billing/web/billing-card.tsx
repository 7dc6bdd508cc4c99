import { useForm } from 'react-hook-form'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import type { CustomerAgreement, CustomerBilling } from '../agreements.contract.ts'
import { useSetBilling } from './agreements.api.ts'

/** The three ways in which a customer is billed. */
const ways = [
  { value: 'company', label: 'Företag med moms', detail: 'Priser visas utan moms, momsen läggs till' },
  { value: 'reverse', label: 'Omvänd betalningsskyldighet', detail: 'Kunden redovisar momsen själv' },
  { value: 'private', label: 'Privatperson', detail: 'Summor visas med moms' },
] as const
type Way = (typeof ways)[number]['value']

const companyWays: Record<CustomerBilling['vat'], Way> = { standard: 'company', reverse: 'reverse' }
const billings: Record<Way, CustomerBilling> = {
  company: { vat: 'standard', isPrivate: false },
  reverse: { vat: 'reverse', isPrivate: false },
  private: { vat: 'standard', isPrivate: true },
}
const wayOf = ({ vat, isPrivate }: CustomerBilling): Way => (isPrivate ? 'private' : companyWays[vat])

type Props = { customerId: string; agreement: CustomerAgreement; mayChange: boolean }

/** Whether a customer pays VAT, has reverse charge or is private. */
export function BillingCard({ customerId, agreement, mayChange }: Props) {
  const way = wayOf(agreement)
  const chosen = ways.find(({ value }) => value === way)
  return (
    <Card title="Moms">
      {mayChange ? (
        <BillingForm key={way} customerId={customerId} way={way} />
      ) : (
        <p>
          {chosen?.label} <span className="block text-ink-soft text-sm">{chosen?.detail}</span>
        </p>
      )}
    </Card>
  )
}

function BillingForm({ customerId, way }: { customerId: string; way: Way }) {
  const form = useForm<{ way: Way }>({ defaultValues: { way } })
  const { mutateAsync: set } = useSetBilling()
  const submit = async (values: { way: Way }) => {
    try {
      await set({ id: customerId, body: billings[values.way] })
      showToast({ title: 'Moms sparad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara momsen', error, form)
    }
  }
  const { isDirty, isSubmitting } = form.formState
  return (
    <Form form={form} onSubmit={submit} label="Moms" warnsUnsaved>
      <RadioGroup control={form.control} name="way" label="Kunden är" choices={ways} />
      <FormActions>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          isPending={isSubmitting}
          pendingText="Sparar..."
          accessibleName="Spara moms"
        >
          Spara
        </Button>
      </FormActions>
    </Form>
  )
}

import { useForm } from 'react-hook-form'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { messageOf } from '#shared/web/forms.ts'
import { type CustomerAgreement, type CustomerBilling, REVERSE_HAS_REASON } from '../agreements.contract.ts'
import { useSetBilling } from './agreements.api.ts'

/** The ways in which a customer is billed. */
const ways = [
  { value: 'company', label: 'Företag med moms', detail: 'Priser visas utan moms, momsen läggs till' },
  {
    value: 'bygg',
    label: 'Omvänd betalningsskyldighet, byggtjänst',
    detail: 'Svenskt byggföretag som redovisar momsen själv. Kräver svenskt momsregistreringsnummer.',
  },
  {
    value: 'eu',
    label: 'Omvänd betalningsskyldighet, annat EU-land',
    detail: 'Företag i ett annat EU-land som redovisar momsen själv. Kräver momsregistreringsnummer från landet.',
  },
  { value: 'private', label: 'Privatperson', detail: 'Summor visas med moms' },
] as const
type Way = (typeof ways)[number]['value']

const billings: Record<Way, CustomerBilling> = {
  company: { vat: 'standard', reverseReason: null, isPrivate: false },
  bygg: { vat: 'reverse', reverseReason: 'bygg', isPrivate: false },
  eu: { vat: 'reverse', reverseReason: 'eu', isPrivate: false },
  private: { vat: 'standard', reverseReason: null, isPrivate: true },
}

/** '' for reverse charge that has no reason yet. */
function wayOf({ vat, reverseReason, isPrivate }: CustomerBilling): Way | '' {
  if (isPrivate) return 'private'
  return vat === 'reverse' ? (reverseReason ?? '') : 'company'
}

type Props = { customerId: string; agreement: CustomerAgreement; mayChange: boolean }

/** Whether a customer pays VAT, has reverse charge and why, or is private. */
export function BillingCard({ customerId, agreement, mayChange }: Props) {
  const way = wayOf(agreement)
  const chosen = ways.find(({ value }) => value === way)
  return (
    <Card title="Moms">
      <div className="grid gap-4">
        {way === '' && (
          <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
            Kunden har omvänd betalningsskyldighet utan orsak och kan inte faktureras. {REVERSE_HAS_REASON}.
          </p>
        )}
        {mayChange ? (
          <BillingForm key={way} customerId={customerId} way={way} />
        ) : (
          chosen && (
            <p>
              {chosen.label} <span className="block text-ink-soft text-sm">{chosen.detail}</span>
            </p>
          )
        )}
      </div>
    </Card>
  )
}

function BillingForm({ customerId, way }: { customerId: string; way: Way | '' }) {
  const form = useForm<{ way: Way | '' }>({ defaultValues: { way } })
  const { mutateAsync: set } = useSetBilling()
  const submit = async (values: { way: Way | '' }) => {
    if (values.way === '') return form.setError('way', { message: REVERSE_HAS_REASON }, { shouldFocus: true })
    try {
      await set({ id: customerId, body: billings[values.way] })
      showToast({ title: 'Moms sparad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara momsen', error)
      form.setError('way', { message: messageOf(error) })
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

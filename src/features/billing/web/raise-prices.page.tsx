import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { Page } from '#shared/ui/page.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import type { RaiseInput, RaisePreview } from '../price-raises.contract.ts'
import { usePreviewRaise } from './price-raises.api.ts'
import { RaiseFields } from './raise-fields.tsx'
import { emptyRaise, RaiseForm, type RaiseValues } from './raise-form.ts'
import { ReviewedRaise } from './reviewed-raise.tsx'

const AGREEMENT_SETTINGS = '/backoffice/settings/avtal'
const BACK = { to: AGREEMENT_SETTINGS, label: 'Avtal' }

/** Höj priser: chooses prices, shows what a raise does to each, and does it. For administrators. */
export function RaisePricesPage() {
  if (useIsAdmin()) return <RaisePrices />
  return (
    <Page title="Höj priser" back={BACK}>
      <p className="text-ink-soft">Bara administratörer höjer priser.</p>
    </Page>
  )
}

function RaisePrices() {
  const [params] = useSearchParams()
  const form = useForm<RaiseValues, unknown, RaiseInput>({
    resolver: zodResolver(RaiseForm),
    defaultValues: emptyRaise(params.get('customerId') ?? ''),
  })
  useFormRecovery(form, { key: 'price-raise' })
  const [reviewed, setReviewed] = useState<{ input: RaiseInput; preview: RaisePreview }>()
  const { mutateAsync: preview } = usePreviewRaise()
  // What is raised is what was reviewed.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setReviewed(undefined) }), [form])
  const submit = async (input: RaiseInput) => {
    try {
      setReviewed({ input, preview: await preview(input) })
    } catch (error) {
      showFailure('Kunde inte granska höjningen', error, form)
    }
  }
  return (
    <Page title="Höj priser" lead="Från en dag, för många på en gång. Inget ändras förrän du har granskat." back={BACK}>
      <Card>
        <Form form={form} onSubmit={submit} label="Höj priser">
          <RaiseFields control={form.control} />
          <div>
            <Button
              type="submit"
              variant={reviewed ? 'secondary' : 'primary'}
              isPending={form.formState.isSubmitting}
              pendingText="Räknar …"
            >
              Förhandsgranska
            </Button>
          </div>
        </Form>
      </Card>
      {reviewed && (
        <ReviewedRaise
          {...reviewed}
          onChanged={(changed) => setReviewed({ input: reviewed.input, preview: changed })}
          doneTo={AGREEMENT_SETTINGS}
        />
      )}
    </Page>
  )
}

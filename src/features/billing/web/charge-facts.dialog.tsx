import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { Charge } from '../charges.contract.ts'
import { ChargeFacts, OwnText } from './charge-facts.tsx'
import { ChargeFactsForm, type ChargeFactsValues, factsOf } from './charge-form.ts'
import { chargeKey } from './charge-recovery.ts'
import { chargesQuery, useChangeCharge } from './charges.api.ts'

const labels: Record<keyof ChargeFactsValues, string> = {
  text: 'Text',
  unit: 'Enhet',
  bindingUntil: 'Bundet till',
  noticeMonths: 'Uppsägning, mån',
  orderNumber: 'Ordernummer',
  recipientId: 'Fakturamottagare',
  note: 'Intern anteckning',
}

/** An archived recipient stays on the charge that has it. */
const withChosen = (recipients: readonly RecipientChoice[], { recipientId, recipient }: Charge) =>
  recipientId === null || recipient === null || recipients.some(({ id }) => id === recipientId)
    ? recipients
    : [...recipients, { id: recipientId, name: `${recipient} (arkiverad)` }]

/** Changes the texts, the binding and the notice of a recurring charge. */
export function ChargeFactsDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const form = useForm<ChargeFactsValues, unknown, z.output<typeof ChargeFactsForm>>({
    resolver: zodResolver(ChargeFactsForm),
    defaultValues: factsOf(charge),
  })
  useFormRecovery(form, { key: chargeKey('facts', charge.id) })
  const { data } = useQuery(chargesQuery(charge.customerId))
  const { mutateAsync: change } = useChangeCharge()
  const { submit, conflict } = useRowForm({
    form,
    schema: Charge,
    valuesOf: factsOf,
    row: () => charge,
    create: () => Promise.reject(new Error('a charge is added by another dialog')),
    change: ({ id }, body) => change({ id, body }),
    saved: 'Abonnemanget är ändrat',
    failed: (text) => ({ title: 'Kunde inte ändra abonnemanget', text }),
    onSaved: onClose,
  })
  return (
    <RowDialog
      title={`Ändra ${charge.name}`}
      form={form}
      onSubmit={submit}
      conflict={conflict && { ...factsOf(conflict), recipientId: conflict.recipient }}
      conflictTitle="Någon annan hann ändra abonnemanget. Så här står det nu:"
      labels={labels}
      onClose={onClose}
    >
      <OwnText control={form.control} isRequired={charge.articleId === null} />
      <ChargeFacts control={form.control} recipients={withChosen(data?.recipients ?? [], charge)} />
    </RowDialog>
  )
}

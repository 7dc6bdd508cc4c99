import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import type { Charge } from '../charges.contract.ts'
import { chargeKey } from './charge-recovery.ts'
import { useSetCounting } from './charges.api.ts'
import { CountingFields } from './counting-fields.tsx'
import { CountingForm, countingValuesOf } from './counting-form.ts'

const Form = z.object({ counting: CountingForm })

/** Chooses what counts a recurring charge. */
export function CountingDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: { counting: countingValuesOf(charge.counting) },
  })
  useFormRecovery(form, { key: chargeKey('counting', charge.id) })
  const { mutateAsync: setCounting } = useSetCounting()
  const submit = async ({ counting }: z.output<typeof Form>) => {
    if (
      await attempt(
        'Kunde inte ändra abonnemanget',
        () => setCounting({ id: charge.id, body: { counting, version: charge.version } }),
        'Abonnemanget är ändrat',
        form,
      )
    )
      onClose()
  }
  return (
    <FormDialog title={`Räkna ${charge.name}`} form={form} onSubmit={submit} onClose={onClose}>
      <CountingFields control={form.control} />
      <p className="text-ink-soft text-sm">
        {charge.timing === 'advance'
          ? 'Räknas som det står på periodens första dag.'
          : 'Räknas som det står på periodens sista dag.'}{' '}
        Utrustning räknas från dagen den lades till dagen den togs bort, med den typ som den har nu.
      </p>
    </FormDialog>
  )
}

import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { ChooseCustomerDialog } from './choose-customer.dialog.tsx'
import { useSaveSender } from './inbox-mail.api.ts'

type Props = { enquiryId: string; suggested: CustomerName[]; isKnown: boolean }

/** A button for each customer that the sender may belong to, and a dialog to search for another. */
export function SaveSender({ enquiryId, suggested, isKnown }: Props) {
  const recoveryKey = `sender:${enquiryId}`
  const [isChoosing, setChoosing] = useState(hasFormSnapshot(recoveryKey))
  const save = useSave(enquiryId)
  return (
    <>
      {suggested.map(({ id, name }) => (
        <Button key={id} icon={UserPlus} isDisabled={save.isPending} onPress={() => void save.run(id)}>
          Spara som kontakt hos {name}
        </Button>
      ))}
      {!isKnown && (
        <Button icon={UserPlus} isDisabled={save.isPending} onPress={() => setChoosing(true)}>
          {suggested.length > 0 ? 'Hos en annan kund' : 'Spara som kontakt'}
        </Button>
      )}
      {isChoosing && (
        <ChooseCustomerDialog
          title="Spara avsändaren som kontakt"
          recoveryKey={recoveryKey}
          onSave={save.run}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

function useSave(enquiryId: string) {
  const { mutateAsync, isPending } = useSaveSender(enquiryId)
  const idempotency = useIdempotencyKey()
  const run = (customerId: string) =>
    attempt(
      'Kunde inte spara kontakten',
      async () => {
        await mutateAsync({ customerId, idempotencyKey: idempotency.keyFor(customerId) })
        idempotency.clear()
      },
      'Avsändaren är sparad som kontakt',
    )
  return { run, isPending }
}

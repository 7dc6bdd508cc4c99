import { useMutation, useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { month } from '#features/billing/month.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { call } from '#shared/web/call.ts'
import { refetchMonth } from './whole-month.ts'

type Sending = { id: string; at: string; count: number }

/** What waits to be sent, whoever pressed; nothing has left yet. */
export const WaitingSendings = ({ sendings }: { sendings: readonly Sending[] }) =>
  sendings.map((sending) => <WaitingSending key={sending.id} sending={sending} />)

const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone: 'Europe/Stockholm' })

function WaitingSending({ sending: { id, at, count } }: { sending: Sending }) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call(month.undo, { params: { id } }),
    onSettled: () => refetchMonth(client),
  })
  const undo = () => attempt('Kunde inte ångra', () => mutateAsync(), 'Ångrat. Inget har skickats')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft p-3"
    >
      <p>{`${plural(count, 'underlag skickas', 'underlag skickas')} klockan ${clock.format(new Date(at))}. Inget har gått än.`}</p>
      <Button icon={Undo2} isPending={isPending} onPress={() => void undo()}>
        Ångra
      </Button>
    </div>
  )
}

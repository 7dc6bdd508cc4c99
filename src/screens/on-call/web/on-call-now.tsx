import { useState } from 'react'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { dayText, onCallDay } from '#features/on-call/on-call.rules.ts'
import type { OnCallNow as Now } from '#features/on-call/on-call-now.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { useMinute } from '#shared/web/minute.ts'
import { useEndOnCall } from './on-call.api.ts'
import { namesOf, untilText } from './on-call-text.ts'
import { useOnCall } from './use-on-call.ts'

/** Who has jour now, or what it means that nobody has; administrators end the use of jour. */
export function OnCallNow() {
  const data = useOnCall()
  const now = useMinute()
  const isAdmin = useIsAdmin()
  if (!data) return null
  return (
    <>
      <p className="max-w-prose pt-1">
        {data.people.length === 0 ? (
          nobodyText(data, now)
        ) : (
          <>
            Nu: <strong className="font-semibold">{namesOf(data)}</strong>, {untilText(data, now)}.
          </>
        )}
      </p>
      {isAdmin && data.lastDay !== null && <EndOnCall />}
    </>
  )
}

const PROMISED = 'Den som anmäler något akut får veta att ni återkommer omedelbart.'

function nobodyText({ lastDay }: Pick<Now, 'lastDay'>, now: Date): string {
  if (lastDay === null) return `Jouren används inte: ingen larmas. ${PROMISED}`
  const told = 'Den som anmäler något akut när ni har stängt får veta att ingen har jour.'
  if (lastDay >= onCallDay(now)) return `Ingen har jour nu. ${told}`
  return `Ingen jour är planerad sedan ${dayText(lastDay)} ${lastDay.slice(0, 4)}. ${told}`
}

function EndOnCall() {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync: end } = useEndOnCall()
  const confirm = async () => {
    await attempt('Kunde inte avsluta jouren', () => end(), 'Jouren är avslutad')
    setOpen(false)
  }
  return (
    <div className="pt-1">
      <Button size="sm" onPress={() => setOpen(true)}>
        Sluta använda jour
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Sluta använda jour?"
          text={`Listan töms, också på de dagar som har varit, och ingen larmas längre. ${PROMISED}`}
          confirmLabel="Sluta använda jour"
          isDanger
          isOpen
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

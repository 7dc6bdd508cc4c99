import Timer from 'lucide-react/icons/timer'
import { useEffect, useId } from 'react'
import { CLOCK_RUNS, type NewClock } from '#features/time/clock.contract.ts'
import { useStartClock } from '#features/time/web/clock.api.ts'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'

type Props = Pick<ButtonProps, 'size' | 'disabledReason'> & { subject: NewClock }

/** What the mounted buttons start the clock for, by component. */
const subjects = new Map<string, NewClock>()

/** What a clock that is started now is for: the open ticket or customer, if any. */
export const openSubject = (): NewClock => [...subjects.values()].at(-1) ?? {}

/** Starts the clock for a ticket or a customer, as the tool in the frame does while this is mounted. */
export function StartClockButton({ subject, disabledReason, ...button }: Props) {
  const { clock, start, isPending } = useStartClock()
  const reason = disabledReason ?? (clock ? CLOCK_RUNS : undefined)
  const component = useId()
  useEffect(() => {
    if (disabledReason) subjects.delete(component)
    else subjects.set(component, subject)
  })
  useEffect(() => () => void subjects.delete(component), [component])
  return (
    <Button
      icon={Timer}
      onPress={() => void start(subject)}
      isPending={isPending}
      pendingText="Startar..."
      disabledReason={reason}
      {...button}
    >
      Starta klocka
    </Button>
  )
}

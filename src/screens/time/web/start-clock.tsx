import Timer from 'lucide-react/icons/timer'
import { CLOCK_RUNS, type NewClock } from '#features/time/clock.contract.ts'
import { useStartClock } from '#features/time/web/clock.api.ts'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'

type Props = Pick<ButtonProps, 'size' | 'disabledReason'> & { subject: NewClock }

/** Starts the clock for a ticket or a customer. */
export function StartClockButton({ subject, disabledReason, ...button }: Props) {
  const { clock, start, isPending } = useStartClock()
  const reason = disabledReason ?? (clock ? CLOCK_RUNS : undefined)
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

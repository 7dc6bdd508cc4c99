import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import { daysBetween } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatLongDate } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { useDeviceChoice } from '#shared/web/device-choice.ts'

type Props = {
  requiredFrom: string
  today: string
  /** Where a second factor is added. */
  account: string
}

/** Says above every page that a second factor will be required; may be hidden until the next day. */
export function FactorNotice({ requiredFrom, today, account }: Props) {
  const [isHidden, setHidden] = useDeviceChoice(`factor-notice:${today}`)
  if (isHidden) return null
  const days = daysBetween(today, requiredFrom)
  return (
    <section
      aria-label="Tvåstegsinloggning"
      className="flex items-center gap-2 border-line border-b bg-primary-soft px-4 py-1 text-base sm:px-6 print:hidden"
    >
      <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0 text-primary" strokeWidth={1.75} />
      <p className="min-w-0 flex-1">
        Från {formatLongDate(requiredFrom)} ({days === 1 ? 'i morgon' : `om ${plural(days, 'dag', 'dagar')}`}) krävs
        tvåstegsinloggning.{' '}
        <RouteLink to={account} className="font-semibold text-primary underline underline-offset-3">
          Lägg till den nu
        </RouteLink>
      </p>
      <IconButton icon={X} label="Dölj för i dag" onPress={() => setHidden(true)} />
    </section>
  )
}

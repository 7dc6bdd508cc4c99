import { useQuery } from '@tanstack/react-query'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import type { FirstHourStep } from '../first-hour.contract.ts'
import { firstHourQuery, useHideFirstHour } from './first-hour.api.ts'

const places: Record<FirstHourStep, { label: string; text: string; to: string }> = {
  company: {
    label: 'Företaget',
    text: 'Namn och organisationsnummer, som står på underlag och webbplatsen.',
    to: '/backoffice/settings',
  },
  hours: {
    label: 'Öppettider och kontakt',
    text: 'När ni har öppet, och hur kunderna når er.',
    to: '/backoffice/settings/webbplatsen',
  },
  look: { label: 'Utseende', text: 'Logotyp och färger.', to: '/backoffice/settings/utseende' },
  mail: {
    label: 'E-post ut',
    text: 'Servern som mejl till kunder och personal skickas med.',
    to: '/backoffice/settings/e-post',
  },
  mailbox: {
    label: 'Brevlåda',
    text: 'Adressen som kunderna mejlar till: mejlen blir ärenden.',
    to: '/backoffice/settings/brevlador',
  },
  prices: { label: 'Priser och moms', text: 'Villkoren som ny tid faktureras med.', to: '/backoffice/settings/avtal' },
  people: { label: 'Kolleger', text: 'Bjud in dem som ska svara kunderna.', to: '/backoffice/users' },
  customers: { label: 'Kunder', text: 'Lägg till dem, eller importera en fil.', to: '/backoffice/customers' },
  backup: {
    label: 'Säkerhetskopia',
    text: 'En kopia av allt varje natt, på en annan disk.',
    to: '/backoffice/settings/sakerhetskopia',
  },
}

/** What is left to set up, until all is done or hidden. For administrators. */
export function FirstHour() {
  const { data } = useQuery(firstHourQuery)
  const { mutateAsync: hide, isPending } = useHideFirstHour()
  if (!data || data.steps.length === 0) return null
  const done = data.steps.filter(({ isDone }) => isDone).length
  const hideList = () => void attempt('Kunde inte dölja listan', () => hide(undefined))
  return (
    <Card
      title={`Kom igång: ${done} av ${data.steps.length} klara`}
      isFlush
      action={
        <Button size="sm" variant="quiet" accessibleName="Dölj Kom igång" onPress={hideList} isPending={isPending}>
          Dölj
        </Button>
      }
    >
      <ul className="grid sm:grid-cols-2 rail:grid-cols-3">
        {data.steps.map(({ step, isDone }) => (
          <li key={step} className="border-line border-t">
            <Step {...places[step]} isDone={isDone} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Step({ label, text, to, isDone }: (typeof places)[FirstHourStep] & { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <RouteLink
      to={to}
      className="flex h-full min-h-13 gap-3 px-5 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-primary' : 'text-ink-faint'}`} />
      <span className="min-w-0">
        <span className="block font-medium">
          {label}
          {isDone && <span className="sr-only"> (klart)</span>}
        </span>
        <span className="block text-ink-soft text-sm">{text}</span>
      </span>
    </RouteLink>
  )
}

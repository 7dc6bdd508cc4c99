import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { onCallDay } from '#features/on-call/on-call.rules.ts'
import { addDays, mondayOf } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { FillDays } from './fill-days.tsx'
import { onCallDaysQuery } from './on-call.api.ts'
import { OnCallGaps } from './on-call-gaps.tsx'
import { OnCallNow } from './on-call-now.tsx'
import { OnCallWeeks } from './on-call-weeks.tsx'
import type { Period } from './seen-days.tsx'
import { useOnCall } from './use-on-call.ts'

const WEEKS_SHOWN = 5
const DAYS_SHOWN = WEEKS_SHOWN * 7

/** Jour: who is called by day, which administrators fill in and all staff read. */
export function OnCallPage() {
  const isAdmin = useIsAdmin()
  const { gaps = [], lastDay } = useOnCall() ?? {}
  const today = onCallDay(useMinute())
  const [first, setFirst] = useState(() => mondayOf(today))
  const [chosen, setChosen] = useState<Period>()
  const query = useQuery(onCallDaysQuery(first, addDays(first, DAYS_SHOWN - 1)))
  return (
    <section aria-labelledby="jour" className="grid grid-cols-1 gap-5">
      <Head />
      {gaps.length > 0 && <OnCallGaps gaps={gaps} />}
      {isAdmin && <FillDays today={today} chosen={chosen} days={query.data} />}
      {lastDay === null && !isAdmin ? (
        <Card title="Vem som har jour">
          <EmptyState title="Ingen jour är planerad" text="En administratör fyller i vem som larmas, dag för dag." />
        </Card>
      ) : (
        <Card
          title="Vem som har jour"
          action={<Pages first={first} onChange={(days) => setFirst(addDays(first, days))} />}
        >
          {!query.data && query.isError && <QueryError title="Kunde inte hämta jouren" query={query} />}
          {!query.data && !query.isError && <Skeleton className="h-110" />}
          {query.data && (
            <OnCallWeeks
              first={first}
              weeks={WEEKS_SHOWN}
              today={today}
              days={query.data}
              onChoose={isAdmin ? setChosen : undefined}
            />
          )}
        </Card>
      )}
    </section>
  )
}

const Head = () => (
  <div className="grid gap-1">
    <h2 id="jour" className="font-semibold text-md">
      Jour
    </h2>
    <p className="max-w-prose text-ink-soft">
      Kommer något akut utanför öppettiderna larmas den som har jour, efter tio minuter nästa och sedan alla, tills
      någon tar det. Jouren går från klockan 8 till klockan 8 nästa dag.
    </p>
    <p className="max-w-prose text-ink-soft">
      Listan är till för att ringa rätt person. Den är ingen tidsredovisning enligt arbetstidslagen.
    </p>
    <OnCallNow />
  </div>
)

const Pages = ({ first, onChange }: { first: string; onChange: (days: number) => void }) => (
  <div className="flex gap-2">
    <Button size="sm" onPress={() => onChange(-DAYS_SHOWN)} accessibleName={`Tidigare veckor än den ${first}`}>
      Tidigare
    </Button>
    <Button size="sm" onPress={() => onChange(DAYS_SHOWN)} accessibleName={`Senare veckor än de från ${first}`}>
      Senare
    </Button>
  </div>
)

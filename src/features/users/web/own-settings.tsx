import { useQuery } from '@tanstack/react-query'
import { Card } from '#shared/ui/card.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import type { NotificationChoice } from '../notification-choices.rules.ts'
import type { OwnSettings as Settings } from '../own-settings.contract.ts'
import { ownSettingsQuery, useChangeOwnSettings } from './own-settings.api.ts'

const labels: Record<Exclude<keyof Settings, NotificationChoice | 'signature'>, string> = {
  takesAnswered: 'Jag blir ansvarig när jag svarar kunden i ett ärende utan ansvarig',
  advances: 'Nästa ärende öppnas när jag har valt Skicka och lös eller Svara och klar',
  usesShortcuts: 'Bokstäver är kortkommandon. Tryck ? för att se dem',
}

/** The card in which staff choose how their own work goes. */
export function OwnSettings() {
  const query = useQuery(ownSettingsQuery)
  const change = useChangeOwnSettings()
  const settings = query.data
  return (
    <Card title="Så arbetar du">
      {!settings && query.isError && <QueryError title="Kunde inte hämta dina val" query={query} />}
      {!settings && !query.isError && <Skeleton className="h-29" />}
      {settings && (
        <div className="flex flex-col gap-3">
          {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
            <SwitchInput
              key={name}
              label={labels[name]}
              value={settings[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Card } from '#shared/ui/card.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import {
  choiceOf,
  type NotificationChannel,
  type NotificationEvent,
  notificationChannels,
  notificationEvents,
} from '../notification-choices.rules.ts'
import type { OwnSettings } from '../own-settings.contract.ts'
import { ownSettingsQuery, useChangeOwnSettings } from './own-settings.api.ts'

const eventLabels: Record<NotificationEvent, string> = {
  given: 'Jag får ett ärende eller en förfrågan av någon annan',
  customer: 'Kunden skriver i mitt ärende, eller i ett som ingen har',
  new: 'Ett nytt ärende eller en ny förfrågan kommer in',
  due: 'Dagen för Påminn mig är här',
  mentioned: 'En kollega nämner mig med @ i en intern kommentar',
  soon: 'Ett svar ska ges snart, i mitt ärende eller i ett som ingen har',
  late: 'Ett svar är försenat, i mitt ärende eller i ett som ingen har',
}
const channelLabels: Record<NotificationChannel, string> = { bell: 'Klocka', mail: 'Mejl' }

/** The card in which staff choose what they are notified of, in the bell and by mail. */
export function NotificationChoices() {
  const query = useQuery(ownSettingsQuery)
  const settings = query.data
  return (
    <Card title="Det här vill du veta">
      {!settings && query.isError && <QueryError title="Kunde inte hämta dina val" query={query} />}
      {!settings && !query.isError && <Skeleton className="h-60" />}
      {settings && (
        <div className="flex flex-col gap-3">
          <Matrix settings={settings} />
          <p className="text-ink-soft text-sm">
            Det du gör själv får du inget besked om. Nya förfrågningar mejlas till företagets egen adress om den finns,
            och annars till administratörerna.
          </p>
        </div>
      )}
    </Card>
  )
}

function Matrix({ settings }: { settings: OwnSettings }) {
  const change = useChangeOwnSettings()
  return (
    <table className="w-full max-w-2xl">
      <caption className="sr-only">Besked i klockan och med mejl</caption>
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className="pb-2 text-left font-medium text-ink-soft text-sm">
            När
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-16 pb-2 text-center font-medium text-ink-soft text-sm">
              {channelLabels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationEvents.map((event) => (
          <tr key={event} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {eventLabels[event]}
            </th>
            {notificationChannels.map((channel) => {
              const choice = choiceOf(channel, event)
              return (
                <td key={channel} className="py-1.5 *:mx-auto">
                  <CheckboxInput
                    label={`${channelLabels[channel]}: ${eventLabels[event]}`}
                    isLabelHidden
                    value={settings[choice]}
                    onChange={(value) => change({ [choice]: value })}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

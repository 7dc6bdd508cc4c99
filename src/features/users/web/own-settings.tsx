import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Card } from '#shared/ui/card.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { call } from '#shared/web/call.ts'
import { ownSettings, type OwnSettings as Settings } from '../own-settings.contract.ts'

const ownSettingsQuery = queryOptions({
  queryKey: ['own-settings'],
  queryFn: ({ signal }) => call(ownSettings.read, {}, { signal }),
})

/** The card in which staff choose how their own work goes. */
export function OwnSettings() {
  const query = useQuery(ownSettingsQuery)
  const change = useChangeOwnSettings()
  const settings = query.data
  return (
    <Card title="Så arbetar du">
      {!settings && query.isError && <QueryError title="Kunde inte hämta dina val" query={query} />}
      {!settings && !query.isError && <Skeleton className="h-9" />}
      {settings && (
        <SwitchInput
          label="Jag blir ansvarig när jag svarar kunden i ett ärende utan ansvarig"
          value={settings.takesAnswered}
          onChange={(takesAnswered) => change({ ...settings, takesAnswered })}
        />
      )}
    </Card>
  )
}

/** Shows the choice at once, and the earlier one again if it could not be saved. */
function useChangeOwnSettings() {
  const client = useQueryClient()
  const { queryKey } = ownSettingsQuery
  const { mutate } = useMutation({
    mutationFn: (body: Settings) => call(ownSettings.change, { body }),
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, chosen)
      return before
    },
    onError: (error, _chosen, before) => {
      client.setQueryData(queryKey, before)
      showFailure('Kunde inte spara ditt val', error)
    },
  })
  return mutate
}

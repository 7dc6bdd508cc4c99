import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import type { Column } from '#shared/ui/table.tsx'
import type { ApiKeyOfOrganization } from '../api-keys.contract.ts'
import { ApiKeyTable } from './api-key-table.tsx'
import { allApiKeysQuery } from './api-keys.api.ts'

const columns: readonly Column<ApiKeyOfOrganization>[] = [
  { key: 'maker', header: 'Person', cell: ({ maker }) => maker, width: 'w-40' },
]

/** The page of Inställningar on which administrators see and revoke all API keys. */
export function AllApiKeys() {
  const query = useQuery(allApiKeysQuery)
  return (
    <section aria-labelledby="api-keys" className="flex flex-col gap-3">
      <div>
        <h2 id="api-keys" className="text-md font-semibold">
          API-nycklar
        </h2>
        <p className="max-w-prose text-ink-soft">
          Var och en skapar sina nycklar under Ditt konto. De slutar att gälla när inloggningen stängs av.
        </p>
      </div>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta API-nycklarna" query={query} />
      ) : (
        <ApiKeyTable
          label="API-nycklar"
          rows={query.data}
          columns={columns}
          empty={<EmptyState title="Inga nycklar" text="Ingen i personalen har skapat någon." />}
        />
      )}
    </section>
  )
}

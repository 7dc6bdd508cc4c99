import { useQuery } from '@tanstack/react-query'
import type { Audience } from '#shared/contract.ts'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { apiQuery, type Endpoint } from './api-docs.api.ts'
import { KeysForPrograms } from './api-docs-keys.tsx'

const audiences: Partial<Record<string, string>> = {
  anyone: 'Anyone',
  signedIn: 'Signed in',
  customer: 'Customers',
  staff: 'Staff',
  admin: 'Administrators',
} satisfies Record<Audience, string>

/**
 * The API reference for staff, generated from the contracts that server and screens share. In English like the
 * contracts, except for errors.
 */
export function ApiDocsPage() {
  const { data, error, refetch, isRefetching } = useQuery(apiQuery)
  return (
    <div lang="en">
      <Page
        title="API"
        lead="Every call, who may make it, and what is sent. The description is also available as OpenAPI 3.1."
      >
        {error && (
          <div lang="sv">
            <QueryError title="Kunde inte hämta data" query={{ error, refetch, isRefetching }} />
          </div>
        )}
        <KeysForPrograms />
        {!data && !error && <Skeleton className="h-96" />}
        <ul className="grid grid-cols-1 gap-2">
          {data?.map((endpoint) => (
            <li key={`${endpoint.method} ${endpoint.path}`}>
              <EndpointRow {...endpoint} />
            </li>
          ))}
        </ul>
      </Page>
    </div>
  )
}

function EndpointRow(endpoint: Endpoint) {
  const { method, path, summary, parameters, requestBody, responses } = endpoint
  const { 'x-audience': audience, 'x-key-scope': scope } = endpoint
  return (
    <details className="rounded-md border border-line bg-surface px-4 py-3 shadow-low">
      <summary className="cursor-pointer">
        <code className="font-semibold [overflow-wrap:anywhere]">
          {method} {path}
        </code>
        <span className="ml-3 text-ink-soft">{summary}</span>
        <span className="ml-3 rounded-sm bg-primary-soft px-2 py-0.5 text-xs">{audiences[audience] ?? audience}</span>
        {scope && <span className="ml-2 rounded-sm border border-line px-2 py-0.5 text-xs">Key: {scope}</span>}
      </summary>
      {parameters.length > 0 && <Schema title="Parameters" schema={parameters} />}
      {requestBody !== undefined && <Schema title="Request body" schema={requestBody} />}
      <Schema title="Responses" schema={responses} />
    </details>
  )
}

function Schema({ title, schema }: { title: string; schema: unknown }) {
  return (
    <section className="mt-3">
      <h2 className="font-medium text-sm">{title}</h2>
      <pre className="mt-1 overflow-x-auto rounded-sm bg-sunken p-3 text-sm">{JSON.stringify(schema, null, 2)}</pre>
    </section>
  )
}

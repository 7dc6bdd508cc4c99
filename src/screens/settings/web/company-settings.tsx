import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { factsQuery, organizationQuery } from '#features/company/web/company.api.ts'
import { FactList } from '#features/company/web/fact-list.tsx'
import { factLabels } from '#features/company/web/facts-fields.tsx'
import { FactsForm } from '#features/company/web/facts-form.tsx'
import { HoursPeriods } from '#features/company/web/hours-periods.tsx'
import { OrganizationForm, organizationLabels } from '#features/company/web/organization-form.tsx'
import { Card } from '#shared/ui/card.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

/** Name, organization number, invoice address and payment terms. */
export function OrganizationSettings() {
  const isAdmin = useIsAdmin()
  return (
    <Loaded query={useQuery(organizationQuery)}>
      {(organization) => (
        <Card title="Företaget">
          {isAdmin ? (
            <OrganizationForm row={organization} />
          ) : (
            <ReadOnly labels={organizationLabels} values={organization} />
          )}
        </Card>
      )}
    </Loaded>
  )
}

/** The company facts of the public site. */
export function FactsSettings() {
  const isAdmin = useIsAdmin()
  const { data: organization } = useQuery(organizationQuery)
  return (
    <Loaded query={useQuery(factsQuery)}>
      {(facts) => (
        <Card title="På webbplatsen">
          {isAdmin ? (
            <FactsForm row={facts} orgNumber={organization?.orgNumber ?? null} />
          ) : (
            <div className="flex flex-col gap-6">
              <ReadOnly labels={factLabels} values={facts} />
              <HoursPeriods />
            </div>
          )}
        </Card>
      )}
    </Loaded>
  )
}

/** The facts as text, for technicians. */
function ReadOnly<Name extends string>(facts: Parameters<typeof FactList<Name>>[0]) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">Bara administratörer kan ändra uppgifterna.</p>
      <FactList {...facts} />
    </div>
  )
}

function Loaded<Row>({ query, children }: { query: UseQueryResult<Row>; children: (row: Row) => ReactNode }) {
  if (query.data) return children(query.data)
  if (!query.isError) return <Skeleton className="h-96" />
  return <QueryError title="Kunde inte hämta företagets uppgifter" query={query} />
}

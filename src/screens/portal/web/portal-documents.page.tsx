import { useInfiniteQuery } from '@tanstack/react-query'
import { AttachedFiles } from '#features/files/web/attached-files.tsx'
import { portalDocumentsQuery } from '#screens/customer/web/documents.api.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { LoadMore } from '#shared/ui/load-more.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { PortalPages } from './portal-pages.tsx'

/** Documents that the company shows to the customer: agreements, network maps, manuals. */
export function PortalDocumentsPage() {
  const list = useInfiniteQuery(portalDocumentsQuery)
  const { rows, ...more } = tableOf(list)
  return (
    <Page title="Dokument">
      <PortalPages />
      {list.isError && !rows ? (
        <QueryError title="Kunde inte hämta dokument" query={list} />
      ) : !rows ? (
        <div aria-busy="true">
          <span className="sr-only">Laddar dokument …</span>
          <Skeleton className="h-44" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title="Inga dokument" text="När vi delar ett dokument med er finns det här." />
      ) : (
        <>
          <AttachedFiles files={rows} />
          <LoadMore {...more} />
        </>
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { QueryError } from '#lib/ui/query-error.tsx'
import { useRowId } from '#lib/web/url.ts'
import { PrintFrame, usePrintLoaded } from './print-frame.tsx'
import { PrintedReport } from './printed-report.tsx'
import { printQuery } from './reports.api.ts'

/** The print view of a report, printed once loaded. */
export function PrintPage() {
  return (
    <PrintFrame>
      <Sheet />
    </PrintFrame>
  )
}

function Sheet() {
  const query = useQuery(printQuery(useRowId()))
  const { data } = query
  usePrintLoaded(data, data && `Tidrapport ${data.report.periodFrom} – ${data.report.periodTo}`)
  if (data) return <PrintedReport {...data} />
  if (query.error) return <QueryError title="Kunde inte hämta data" query={query} />
  return <p role="status">Förbereder utskriften …</p>
}

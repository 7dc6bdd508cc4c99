import { useQuery } from '@tanstack/react-query'
import { RequireStaff } from '#features/auth/web/require.tsx'
import { PrintFrame, usePrintLoaded } from '#shared/ui/print/print-frame.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { useRowId } from '#shared/web/url.ts'
import type { Report } from '../reports.contract.ts'
import { periodOf } from '../reports.rules.ts'
import { PrintedReport } from './printed-report.tsx'
import { printQuery } from './reports.api.ts'

/** The print view of a report, printed once loaded. */
export function PrintPage() {
  return (
    <RequireStaff>
      <PrintFrame>
        <Sheet />
      </PrintFrame>
    </RequireStaff>
  )
}

function Sheet() {
  const query = useQuery(printQuery(useRowId()))
  const { data } = query
  usePrintLoaded(data, data && titleOf(data.report))
  if (data) return <PrintedReport {...data} />
  if (query.error) return <QueryError title="Kunde inte hämta data" query={query} />
  return <p role="status">Förbereder utskriften …</p>
}

const titleOf = (report: Report) => ['Tidrapport', report.customerName, periodOf(report)].filter(Boolean).join(' ')

import '#lib/ui/print.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RequireStaff } from '#auth/web/session.api.ts'
import { QueryError } from '#lib/ui/query-error.tsx'
import { useRowId } from '#lib/web/url.ts'
import { PrintedReport } from './printed-report.tsx'
import { printQuery } from './reports.api.ts'

/** Time between rendering the report and opening the print dialog (specification, Reports). */
const PRINT_AFTER_MS = 500

/** The print view: without the shell, always in the light theme, printed once loaded. */
export function PrintPage() {
  return (
    <RequireStaff>
      <main className="scheme-light min-h-dvh bg-surface p-6 text-ink print:bg-white print:p-0">
        <Sheet />
      </main>
    </RequireStaff>
  )
}

function Sheet() {
  const id = useRowId()
  const { data, error, refetch, isRefetching } = useQuery(printQuery(id))

  useEffect(() => {
    if (!data) return
    document.title = `Tidrapport ${data.report.periodFrom} – ${data.report.periodTo}`
    const timer = setTimeout(() => window.print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [data])

  if (data) return <PrintedReport {...data} />
  if (error) return <QueryError title="Kunde inte hämta data" query={{ error, refetch, isRefetching }} />
  return <p role="status">Förbereder utskriften …</p>
}

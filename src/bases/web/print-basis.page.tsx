import '#lib/ui/print.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RequireStaff } from '#auth/web/session.api.ts'
import { QueryError } from '#lib/ui/query-error.tsx'
import { useRowId } from '#lib/web/url.ts'
import { printBasisQuery } from './bases.api.ts'
import { PrintedBasis } from './printed-basis.tsx'

/** Time between rendering and opening the print dialog, as for a report. */
const PRINT_AFTER_MS = 500

/** The print view of a basis: without the shell, always in the light theme, printed once loaded. */
export function PrintBasisPage() {
  return (
    <RequireStaff>
      <main className="scheme-light min-h-dvh bg-surface p-6 text-ink print:bg-white print:p-0">
        <Sheet />
      </main>
    </RequireStaff>
  )
}

function Sheet() {
  const query = useQuery(printBasisQuery(useRowId()))
  const { data } = query
  useEffect(() => {
    if (!data) return
    document.title = `Fakturaunderlag ${data.basis.number ?? data.basis.month} ${data.basis.customer.name}`
    const timer = setTimeout(() => window.print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [data])
  if (data) return <PrintedBasis {...data} />
  if (query.error) return <QueryError title="Kunde inte hämta underlaget" query={query} />
  return <p role="status">Förbereder utskriften …</p>
}

import { useQuery } from '@tanstack/react-query'
import { RequireStaff } from '#features/auth/web/require.tsx'
import { PrintFrame, usePrintLoaded } from '#shared/ui/print/print-frame.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { useRowId } from '#shared/web/url.ts'
import { printInvoiceBasisQuery } from './invoice-bases.api.ts'
import { PrintedInvoiceBasis } from './printed-invoice-basis.tsx'

/** The print view of an invoice basis, printed once loaded. */
export function PrintInvoiceBasisPage() {
  return (
    <RequireStaff>
      <PrintFrame>
        <Sheet />
      </PrintFrame>
    </RequireStaff>
  )
}

function Sheet() {
  const query = useQuery(printInvoiceBasisQuery(useRowId()))
  const { data } = query
  usePrintLoaded(data, data && `Fakturaunderlag ${data.basis.number ?? data.basis.month} ${data.basis.customer.name}`)
  if (data) return <PrintedInvoiceBasis {...data} />
  if (query.error) return <QueryError title="Kunde inte hämta underlaget" query={query} />
  return <p role="status">Förbereder utskriften …</p>
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { PageMenu } from '#shared/ui/page-menu.tsx'
import { portalTicketsQuery } from './portal.api.ts'

/** The menu of the portal's pages, for a customer that has more than tickets. */
export function PortalPages() {
  const [first] = useInfiniteQuery(portalTicketsQuery).data?.pages ?? []
  const items = [
    { path: '/customer-portal', label: 'Ärenden' },
    ...(first?.hasDocuments ? [{ path: '/customer-portal/documents', label: 'Dokument' }] : []),
    ...(first?.hasInvoiceBases ? [{ path: '/customer-portal/invoice-bases', label: 'Underlag' }] : []),
  ]
  return items.length > 1 && <PageMenu label="Supportportal" items={items} />
}

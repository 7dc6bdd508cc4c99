import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { AttachmentList } from '#features/files/web/attachment-list.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useRowId } from '#shared/web/url.ts'
import type { CustomerDocument } from '../documents.contract.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { DocumentTable } from './document-table.tsx'
import { documentsQuery, useAddDocuments } from './documents.api.ts'

/** Dokument: agreements, network maps and manuals of a customer. */
export function DocumentsPage() {
  const id = useRowId()
  const customer = useQuery(customerQuery(id))
  const list = useInfiniteQuery(documentsQuery(id))
  const query = {
    error: customer.error ?? (list.data ? null : list.error),
    refetch: () => Promise.all([customer.refetch(), list.refetch()]),
    isRefetching: customer.isRefetching || list.isRefetching,
  }
  const hasFailed = list.isError && !list.data
  const content = customer.data && !hasFailed && (
    <Documents key={id} customerId={id} isArchived={customer.data.archivedAt !== null} table={tableOf(list)} />
  )
  return <CustomerFrame id={id} query={query} content={content} />
}

type Props = { customerId: string; isArchived: boolean; table: ReturnType<typeof tableOf<CustomerDocument>> }

const Documents = ({ customerId, isArchived, table }: Props) => (
  <section aria-label="Dokument" className="grid grid-cols-1 gap-4">
    {!isArchived && <AddDocuments customerId={customerId} />}
    <DocumentTable
      {...table}
      empty={
        <EmptyState
          title="Inga dokument ännu"
          text="Lägg avtal, nätverkskartor och manualer här. Bara personalen ser dem, tills du väljer att visa dem i kundens portal."
        />
      }
    />
  </section>
)

function AddDocuments({ customerId }: { customerId: string }) {
  const attachments = useAttachments(`documents:${customerId}`)
  const { mutateAsync } = useAddDocuments()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const fileIds = await attachments.arrived()
      await mutateAsync({ customerId, fileIds })
      attachments.clear(fileIds)
      showToast({ title: fileIds.length === 1 ? 'Dokument sparat' : 'Dokument sparade', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara dokument', error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <AttachmentArea attachments={attachments}>
      <div className="@container flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <AttachmentList attachments={attachments} isDisabled={isSaving} />
        {attachments.items.length > 0 && (
          <div>
            <Button
              variant="primary"
              icon={Plus}
              isPending={isSaving}
              pendingText="Sparar..."
              onPress={() => void save()}
            >
              Spara som dokument
            </Button>
          </div>
        )}
      </div>
    </AttachmentArea>
  )
}

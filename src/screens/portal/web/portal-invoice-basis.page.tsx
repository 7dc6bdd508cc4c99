import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMe } from '#features/auth/web/me.ts'
import type { PortalInvoiceBasisPage as Content } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisFileName, portalInvoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { INVOICE_BASIS_QUESTION_MAX } from '#features/billing/invoice-basis-input.contract.ts'
import { INVOICE_BASIS_NOT_FOUND } from '#features/billing/invoice-basis-refusals.rules.ts'
import { DifferenceList } from '#features/billing/web/difference-list.tsx'
import { InvoiceBasisBadge } from '#features/billing/web/invoice-basis-badge.tsx'
import { InvoiceBasisLines } from '#features/billing/web/invoice-basis-lines.tsx'
import { Questions } from '#features/billing/web/invoice-basis-questions.tsx'
import { reasonKey, recoverablePosition } from '#features/billing/web/invoice-basis-recovery.ts'
import { InvoiceBasisRows } from '#features/billing/web/invoice-basis-rows.tsx'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useLineOfAct } from '#shared/ui/line-of-act.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { PdfButton } from '#shared/ui/pdf-button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useArrivalState } from '#shared/web/arrival.ts'
import { isNotFound } from '#shared/web/call.ts'
import { useRowId } from '#shared/web/url.ts'
import { ApprovalButton, ApprovalLine, approvalText } from './portal-approval.tsx'
import {
  currentPortalInvoiceBasisQuery,
  fetchPortalInvoiceBasisPdf,
  portalInvoiceBasisQuery,
  portalInvoiceBasisRowsQuery,
  useAsk,
} from './portal-invoice-bases.api.ts'

/** The state of a navigation from a basis that was replaced. */
const HAS_REPLACED = 'has replaced'

const ReasonDialog = lazyPart(() => import('#features/billing/web/reason.dialog.tsx').then((m) => m.ReasonDialog))

/** A month to approve: its lines and rows, and questions about them. */
export function PortalInvoiceBasisPage() {
  const id = useRowId()
  const query = useQuery(portalInvoiceBasisQuery(id))
  const { data: basis, error } = query
  const back = { to: '/customer-portal/invoice-bases', label: 'Underlag' }
  if (!basis)
    return (
      <Page title="Underlag" back={back}>
        {isNotFound(error) ? (
          <NotThere id={id} listPath={back.to} />
        ) : error ? (
          <QueryError title="Kunde inte hämta underlaget" query={query} />
        ) : (
          <Skeleton className="h-44" />
        )}
      </Page>
    )
  // A dialog with text stays.
  return <Shown key={id} id={id} basis={basis} isGone={isNotFound(error)} back={back} />
}

/** An old mail's link leads to the basis that replaced the one in it. */
function NotThere({ id, listPath }: { id: string; listPath: string }) {
  const current = useQuery(currentPortalInvoiceBasisQuery(id))
  if (current.isPending) return <Skeleton className="h-44" />
  if (current.data) return <Navigate to={portalInvoiceBasisPath(current.data.id)} state={HAS_REPLACED} replace />
  return (
    <EmptyState
      title={INVOICE_BASIS_NOT_FOUND}
      text="Det kan ha ersatts av ett nytt, som du får att godkänna."
      action={<LinkButton to={listPath}>Till underlagen</LinkButton>}
    />
  )
}

/** Instead of acts on a basis that was replaced, or that the login may no longer see, while it was open. */
function Gone({ id }: { id: string }) {
  const current = useQuery(currentPortalInvoiceBasisQuery(id)).data
  return (
    <section
      aria-label="Underlaget gäller inte"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-accent bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p role="status">
        {current
          ? 'Underlaget har ersatts av ett nytt.'
          : 'Underlaget gäller inte längre. Det kan ersättas av ett nytt.'}
      </p>
      {current && <LinkButton to={portalInvoiceBasisPath(current.id)}>Öppna det nya</LinkButton>}
    </section>
  )
}

type ShownProps = { id: string; basis: Content; isGone: boolean; back: { to: string; label: string } }

function Shown({ id, basis, isGone, back }: ShownProps) {
  const { customer } = useMe()
  const { line, act } = useLineOfAct<HTMLParagraphElement>(approvalText(basis))
  const cameFrom = useArrivalState<string>()
  return (
    <Page
      title={`Underlag för ${formatMonth(basis.month)}`}
      back={back}
      mark={!isGone && <InvoiceBasisBadge basis={basis} />}
      lead={basis.number ? `Underlag ${basis.number}` : undefined}
      action={
        !isGone && (
          <>
            <PdfButton
              name={invoiceBasisFileName({ ...basis, customer: { name: customer ?? '' } }, 'pdf')}
              fetchPdf={() => fetchPortalInvoiceBasisPdf(id)}
            />
            <ApprovalButton basis={basis} act={act} />
          </>
        )
      }
    >
      {cameFrom === HAS_REPLACED && (
        <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          Underlaget som du öppnade har ersatts. Det här gäller nu.
        </p>
      )}
      {isGone ? <Gone id={id} /> : <ApprovalLine basis={basis} line={line} />}
      {basis.state !== 'billed' && basis.difference && <DifferenceList difference={basis.difference} />}
      <InvoiceBasisLines basis={basis} />
      {basis.questions.length > 0 && (
        <Questions
          questions={basis.questions}
          unanswered={() => <span className="text-ink-soft">Väntar på svar</span>}
        />
      )}
      {basis.rowCount > 0 && <Rows id={id} basis={basis} isGone={isGone} />}
    </Page>
  )
}

function Rows({ id, basis, isGone }: Pick<ShownProps, 'id' | 'basis' | 'isGone'>) {
  const [params] = useSearchParams()
  const line = params.get('line') ?? ''
  const recoveryKey = reasonKey(id, 'question')
  const [askingAbout, setAskingAbout] = useState(() => recoverablePosition(recoveryKey))
  const ask = useAsk(id)
  const asked = new Set(basis.questions.map(({ position }) => position))
  const mayAsk = !isGone && basis.state === 'sent' && !basis.isOutdated
  return (
    <>
      <InvoiceBasisRows
        list={useInfiniteQuery(portalInvoiceBasisRowsQuery(id, line))}
        month={basis.month}
        line={line}
        totals={basis}
        {...(mayAsk && {
          actions: ({ position }) =>
            !asked.has(position) && (
              <Button
                size="sm"
                onPress={() => setAskingAbout(position)}
                accessibleName={`Fråga om raden, post ${position}`}
              >
                Fråga om raden
              </Button>
            ),
        })}
      />
      {askingAbout !== undefined && (
        <ReasonDialog
          recoveryKey={recoveryKey}
          position={askingAbout}
          title="Fråga om raden"
          label="Din fråga"
          submit="Skicka fråga"
          done="Frågan är skickad"
          maxLength={INVOICE_BASIS_QUESTION_MAX}
          onSubmit={(question) => ask.mutateAsync({ position: askingAbout, question })}
          onClose={() => setAskingAbout(undefined)}
        />
      )}
    </>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatKronor } from '#lib/money.rules.ts'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { formatHours, formatMonth, plural } from '#lib/ui/format.ts'
import { useLineOfAct } from '#lib/ui/line-of-act.ts'
import { Link } from '#lib/ui/link.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { QueryError } from '#lib/ui/query-error.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { CallError } from '#lib/web/call.ts'
import { useRowId } from '#lib/web/url.ts'
import { BASIS_NOT_FOUND, type Basis } from '../bases.contract.ts'
import { basisQuery, basisRowsQuery } from './bases.api.ts'
import { BasisActions } from './basis-actions.tsx'
import { BasisBadge } from './basis-badge.tsx'
import { approvalEvents, BasisHistory } from './basis-history.tsx'
import { BasisLines } from './basis-lines.tsx'
import { BasisRows } from './basis-rows.tsx'
import { StaffQuestions } from './staff-questions.tsx'

/** One basis: its state and what to do next, its lines, the customer's questions and the rows. */
export function BasisPage() {
  const id = useRowId()
  const query = useQuery(basisQuery(id))
  const { data: basis, error } = query
  const back = { to: `/backoffice/bases${basis ? `?month=${basis.month}` : ''}`, label: 'Fakturaunderlag' }
  if (error instanceof CallError && error.status === 404)
    return (
      <Page title={BASIS_NOT_FOUND} back={back}>
        <EmptyState
          title={BASIS_NOT_FOUND}
          text="Ett utkast som har ersatts eller tagits bort finns inte kvar."
          action={<LinkButton to={back.to}>Till fakturaunderlagen</LinkButton>}
        />
      </Page>
    )
  if (!basis)
    return (
      <Page title="Fakturaunderlag" back={back}>
        {error ? <QueryError title="Kunde inte hämta underlaget" query={query} /> : <Skeleton className="h-40" />}
      </Page>
    )
  return <Shown basis={basis} back={back} />
}

function Shown({ basis, back }: { basis: Basis; back: { to: string; label: string } }) {
  const { line, act } = useLineOfAct<HTMLLIElement>(approvalEvents(basis).at(-1) ?? '')
  return (
    <Page
      title={`${basis.customer.name}, ${formatMonth(basis.month)}`}
      tabTitle={`Underlag för ${formatMonth(basis.month)} – ${basis.customer.name}`}
      back={back}
      mark={<BasisBadge basis={basis} />}
      lead={leadOf(basis)}
      action={<BasisActions basis={basis} act={act} />}
    >
      <Notices basis={basis} />
      <BasisHistory basis={basis} line={line} />
      <BasisLines basis={basis} />
      {basis.questions.length > 0 && <StaffQuestions basis={basis} />}
      <Rows id={basis.id} />
    </Page>
  )
}

const leadOf = ({ number, rowCount, minutes, netOre }: Basis) =>
  [
    number && `Underlag ${number}`,
    plural(rowCount, 'post', 'poster'),
    `${formatHours(minutes)} timmar`,
    `${formatKronor(netOre)} utan moms`,
  ]
    .filter(Boolean)
    .join(' · ')

function Rows({ id }: { id: string }) {
  const [params] = useSearchParams()
  const line = params.get('line') ?? ''
  return <BasisRows list={useInfiniteQuery(basisRowsQuery(id, line))} line={line} />
}

/** What keeps the basis from going on. */
function Notices({ basis }: { basis: Basis }) {
  const { state, isOutdated, unreported, approvers, needsApproval } = basis
  const isOpen = state === 'draft' || state === 'sent' || state === 'approved'
  const notices = [
    isOpen &&
      isOutdated &&
      'Något har ändrats sedan underlaget gjordes. Gör ett nytt underlag; ett godkännande gäller inte längre.',
    state === 'billed' && isOutdated && 'Tid har tillkommit i månaden efter faktureringen. Den ingår inte här.',
    state === 'sent' &&
      needsApproval &&
      approvers === 0 &&
      'Kunden har ingen inloggning som får godkänna tid. Ge en inloggning rätten, eller notera godkännandet här.',
  ].filter((notice) => notice !== false)
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          {notice}
        </p>
      ))}
      {isOpen && unreported > 0 && (
        <p className="text-ink-soft">
          {plural(unreported, 'tidrad är', 'tidrader är')} inte rapporterade än.{' '}
          <Link to="/backoffice/reports">Markera dem i Månadsrapport</Link> innan du fakturerar.
        </p>
      )}
    </>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { customerPath } from '#features/customers/customers.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { useLineOfAct } from '#shared/ui/line-of-act.ts'
import { Link } from '#shared/ui/link.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { isNotFound } from '#shared/web/call.ts'
import { useRowId } from '#shared/web/url.ts'
import { type InvoiceBasis, isUnbilled } from '../invoice-bases.contract.ts'
import { isMailWaiting, monthPath } from '../invoice-bases.rules.ts'
import {
  INVOICE_BASIS_GONE,
  INVOICE_BASIS_NOT_FOUND,
  MAIL_WAITS_SO,
  nobodyGetsIt,
} from '../invoice-basis-refusals.rules.ts'
import { isGrouped } from '../recipient-groups.rules.ts'
import { missingText, withoutReference } from '../recipient-texts.rules.ts'
import { electronicsText } from '../reverse-charge.rules.ts'
import { AddedLines } from './added-lines.tsx'
import { deliveryText, inPortalText } from './addressees-text.ts'
import { BuyerFacts } from './buyer-facts.tsx'
import { CheckNotice } from './check-notice.tsx'
import { invoiceBasisQuery, invoiceBasisRowsQuery } from './invoice-bases.api.ts'
import { InvoiceBasisActions } from './invoice-basis-actions.tsx'
import { InvoiceBasisBadge } from './invoice-basis-badge.tsx'
import { approvalEvents, InvoiceBasisHistory } from './invoice-basis-history.tsx'
import { InvoiceBasisLines } from './invoice-basis-lines.tsx'
import { InvoiceBasisRows } from './invoice-basis-rows.tsx'
import { StaffQuestions } from './staff-questions.tsx'
import { UnbilledMonths } from './unbilled-months.tsx'

/** One invoice basis: its state and next step, its lines, the customer's questions and the rows. */
export function InvoiceBasisPage() {
  const id = useRowId()
  const query = useQuery(invoiceBasisQuery(id))
  const { data: basis, error } = query
  const back = { to: basis ? monthPath(basis.month) : '/backoffice/invoice-bases', label: 'Fakturaunderlag' }
  const isGone = isNotFound(error)
  if (isGone && !basis)
    return (
      <Page title={INVOICE_BASIS_NOT_FOUND} back={back}>
        <EmptyState
          title={INVOICE_BASIS_NOT_FOUND}
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
  // A dialog with text stays, and saving says the same.
  return <Shown basis={isGone ? { ...basis, state: 'replaced' } : basis} isGone={isGone} back={back} />
}

type ShownProps = { basis: InvoiceBasis; isGone: boolean; back: { to: string; label: string } }

function Shown({ basis, isGone, back }: ShownProps) {
  const { line, act } = useLineOfAct<HTMLLIElement>(approvalEvents(basis).at(-1) ?? '')
  return (
    <Page
      title={`${basis.customer.name}, ${formatMonth(basis.month)}`}
      tabTitle={`Underlag för ${formatMonth(basis.month)} – ${basis.customer.name}`}
      back={back}
      mark={<InvoiceBasisBadge basis={basis} />}
      lead={leadOf(basis)}
      action={<InvoiceBasisActions basis={basis} act={act} />}
    >
      {isGone && (
        <p role="alert" className="rounded-md border border-accent bg-accent-soft p-3">
          {INVOICE_BASIS_GONE} <Link to={back.to}>Till fakturaunderlagen</Link>
        </p>
      )}
      <Notices basis={basis} />
      <InvoiceBasisHistory basis={basis} line={line} />
      <InvoiceBasisLines basis={basis} />
      <AddedLines key={basis.id} basis={basis} />
      <BuyerFacts basis={basis} />
      {basis.questions.length > 0 && <StaffQuestions basis={basis} />}
      {basis.rowCount > 0 && <Rows basis={basis} />}
    </Page>
  )
}

const leadOf = ({ number, rowCount, minutes, netOre }: InvoiceBasis) =>
  [
    number && `Underlag ${number}`,
    rowCount > 0 && plural(rowCount, 'post', 'poster'),
    rowCount > 0 && `${formatHours(minutes)} tim`,
    `${formatKronor(netOre)} utan moms`,
  ]
    .filter(Boolean)
    .join(' · ')

function Rows({ basis }: { basis: InvoiceBasis }) {
  const { id, month } = basis
  const [params] = useSearchParams()
  const line = params.get('line') ?? ''
  const list = useInfiniteQuery(invoiceBasisRowsQuery(id, line))
  return <InvoiceBasisRows list={list} month={month} line={line} totals={basis} />
}

const list = new Intl.ListFormat('sv-SE')

/** Only of a company, and of a basis that has its buyer: those of before have no customer number. */
function lackingText({ isPrivate, buyer, lines, recipients }: InvoiceBasis): string | undefined {
  const lacking = isPrivate || buyer.customerNumber === null ? [] : withoutReference(lines)
  if (lacking.length === 0) return undefined
  if (!isGrouped({ recipients })) return 'Underlaget har varken referens eller ordernummer från kunden.'
  return `Underlaget har varken referens eller ordernummer för ${list.format(lacking.map((name) => name || 'kunden själv'))}.`
}

/** Notices about what prevents the next step. */
function Notices({ basis }: { basis: InvoiceBasis }) {
  const { state, isOutdated, unreported, addressees, undelivered, needsApproval, silentApprovalOn } = basis
  const isOpen = isUnbilled(state)
  const lacking = lackingText(basis)
  const notices = [
    (state === 'draft' || state === 'sent') &&
      needsApproval &&
      addressees.length === 0 &&
      nobodyGetsIt(basis.isSendingMail),
    state === 'sent' &&
      undelivered.length > 0 &&
      `Mejlet kom inte fram till ${undelivered.join(' och ')}. Rätta adressen och skicka igen, eller hör av dig på annat sätt.`,
    isMailWaiting(basis) && MAIL_WAITS_SO,
    isOpen && electronicsText(basis),
  ].filter((notice) => notice !== false && notice !== null)
  return (
    <>
      <CheckNotice basis={basis} />
      {notices.map((notice) => (
        <p key={notice} role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          {notice}
        </p>
      ))}
      {basis.missing && (
        <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          {missingText(basis.missing, basis)}{' '}
          <Link to={customerPath(basis.customer.id, '/billing')}>Öppna Fakturering</Link>
        </p>
      )}
      <UnbilledMonths months={basis.unbilled} />
      {isOpen && lacking && basis.missing === null && <p className="text-ink-soft">{lacking}</p>}
      {state === 'draft' && !isOutdated && addressees.length > 0 && (
        <p className="text-ink-soft">{deliveryText(basis)}</p>
      )}
      {state === 'sent' && addressees.length > 0 && basis.toldTo.length === 0 && !basis.isSendingMail && (
        <p className="text-ink-soft">{inPortalText(basis)}</p>
      )}
      {state === 'sent' && silentApprovalOn !== null && (
        <p className="text-ink-soft">Räknas som godkänt {silentApprovalOn} om ingen svarar, enligt villkoren.</p>
      )}
      {isOpen && unreported > 0 && (
        <p className="text-ink-soft">
          {plural(unreported, 'tidrad är inte rapporterad', 'tidrader är inte rapporterade')} än. Innan du fakturerar:{' '}
          <Link to={monthPath(basis.month)}>Markera tidrader för månaden</Link> eller{' '}
          <Link to="/backoffice/reports">i Månadsrapport</Link>.
        </p>
      )}
    </>
  )
}

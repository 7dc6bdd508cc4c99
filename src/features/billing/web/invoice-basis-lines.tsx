import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { Buyer } from '../buyer.contract.ts'
import type { PortalInvoiceBasisPage } from '../invoice-bases.contract.ts'
import type { InvoiceBasisLine } from '../invoice-basis-content.contract.ts'
import { hasRows } from '../invoice-lines.rules.ts'
import { FROM_EARLIER_MONTHS, lineName } from '../line-texts.rules.ts'
import { groupsOf, isGrouped, type RecipientGroup } from '../recipient-groups.rules.ts'
import {
  ALL_RECIPIENTS,
  orderNumberText,
  RECIPIENT,
  recipientSums,
  recipientText,
  summedBasis,
  summedOf,
} from '../recipient-texts.rules.ts'
import { type ShownLine, shownLines } from '../shown-lines.rules.ts'
import { amountColumns, NoVat, PriceSums, QuietLine } from './price-parts.tsx'

type Shown = ShownLine<InvoiceBasisLine>

const nameColumns = (buyer: Buyer): Column<Shown>[] => [
  { key: 'number', header: 'Rad', cell: ({ position }) => position, isNumber: true, width: 'w-12' },
  {
    key: 'name',
    header: 'Vad',
    cell: (line) => (
      <>
        {hasRows(line.kind) ? <Link to={`?line=${line.position}#rader`}>{lineName(line)}</Link> : lineName(line)}
        <QuietLine text={orderNumberText(line, buyer)} />
        <NoVat line={line} />
      </>
    ),
    onPhone: 'title',
    grows: true,
  },
]

const columnsOf = (basis: Basis): Column<Shown>[] => [...nameColumns(basis.buyer), ...amountColumns(basis)]

const lateColumnsOf = (basis: Basis): Column<Shown>[] => [
  ...nameColumns(basis.buyer),
  { key: 'month', header: 'Månad', cell: ({ month }) => month && formatMonth(month), width: 'w-36' },
  ...amountColumns(basis),
]

type Basis = Pick<PortalInvoiceBasisPage, 'lines' | 'buyer' | 'isPrivate'>

/** The lines of an invoice basis; each links to its rows, if it has some. By recipient where there are several. */
export function InvoiceBasisLines({ basis }: { basis: PortalInvoiceBasisPage }) {
  if (isGrouped(basis)) return <Groups basis={basis} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <LineTables basis={basis} />
      <PriceSums price={summedBasis(basis)} />
    </div>
  )
}

function Groups({ basis }: { basis: PortalInvoiceBasisPage }) {
  const groups = groupsOf(basis)
  return (
    <>
      {groups.map((group) => (
        <Group key={group.recipient?.id ?? ''} group={group} basis={basis} />
      ))}
      {groups.length > 1 && (
        <section aria-labelledby="alla-mottagare" className="grid grid-cols-1 gap-3 border-line border-t pt-4">
          <h2 id="alla-mottagare" className="font-semibold text-md">
            {ALL_RECIPIENTS}
          </h2>
          <Table
            label={ALL_RECIPIENTS}
            columns={groupColumns(basis.buyer)}
            rows={groups}
            rowKey={({ recipient }) => recipient?.id ?? ''}
            stacksBelow="sm"
            empty={null}
          />
          <PriceSums price={summedBasis(basis)} />
        </section>
      )}
    </>
  )
}

const groupColumns = (buyer: Buyer): Column<RecipientGroup>[] => [
  { key: 'name', header: RECIPIENT, cell: (group) => recipientText(group, buyer).name, onPhone: 'title', grows: true },
  ...recipientSums.map(({ heading, of }) => ({
    key: heading,
    header: heading,
    cell: (group: RecipientGroup) => formatKronor(of(group)),
    isNumber: true,
    width: 'w-36',
  })),
]

function Group({ group, basis }: { group: RecipientGroup; basis: PortalInvoiceBasisPage }) {
  const { name, facts } = recipientText(group, basis.buyer)
  const id = `mottagare-${group.recipient?.id ?? 'forst'}`
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div>
        <h2 id={id} className="font-semibold text-md">
          {name}
        </h2>
        {facts.length > 0 && (
          <p className="wrap-anywhere text-ink-soft">
            {facts.map(([label, value]) => `${label}: ${value}`).join(' · ')}
          </p>
        )}
      </div>
      <LineTables basis={{ ...basis, lines: group.lines }} recipient={name} />
      <PriceSums price={summedOf(group, basis)} />
    </section>
  )
}

function LineTables({ basis, recipient }: { basis: Basis; recipient?: string }) {
  const lines = shownLines(basis.lines, basis.isPrivate)
  const own = lines.filter(({ month }) => month === null)
  const late = lines.filter(({ month }) => month !== null)
  const of = recipient ? `, ${recipient}` : ''
  const Heading = recipient ? 'h3' : 'h2'
  return (
    <>
      {own.length > 0 && (
        <Table
          label={`Underlagets rader${of}`}
          columns={columnsOf(basis)}
          rows={own}
          rowKey={({ position }) => String(position)}
          stacksBelow="sm"
          empty={null}
        />
      )}
      {late.length > 0 && (
        <>
          <Heading className="font-semibold text-md">{FROM_EARLIER_MONTHS}</Heading>
          <Table
            label={`${FROM_EARLIER_MONTHS}${of}`}
            columns={lateColumnsOf(basis)}
            rows={late}
            rowKey={({ position }) => String(position)}
            stacksBelow="sm"
            empty={null}
          />
        </>
      )}
    </>
  )
}

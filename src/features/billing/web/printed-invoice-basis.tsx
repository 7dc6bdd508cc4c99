import { Fragment } from 'react'
import type { PrintedCompany } from '#features/company/printed-company.contract.ts'
import { CompanyHeader, FooterSpacer, footerLine, HeaderCells } from '#features/company/web/print-parts.tsx'
import { copiedTimes } from '#features/time/time.rules.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatDate, formatHours } from '#shared/ui/format.ts'
import { buyerText } from '../buyer-texts.rules.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import { invoiceBasisStateLabels, rowText } from '../invoice-bases.rules.ts'
import type { InvoiceBasisRow } from '../invoice-basis-row.contract.ts'
import { FROM_EARLIER_MONTHS } from '../line-texts.rules.ts'
import { PrintedLines } from './printed-lines.tsx'

type Printed = { company: PrintedCompany; basis: InvoiceBasis; rows: readonly InvoiceBasisRow[] }

/** Plain tables of text nodes: safe for user input, and fast for twenty thousand rows. */
export function PrintedInvoiceBasis({ company, basis, rows }: Printed) {
  return (
    <article className="mx-auto max-w-5xl print:max-w-none print:text-xs">
      <CompanyHeader company={company} />
      <Head basis={basis} />
      <PrintedLines basis={basis} />
      {basis.rowCount > 0 && <Rows basis={basis} rows={rows} />}
      <footer className="printed-foot mt-6 text-ink-soft text-xs">{footerLine(company)}</footer>
    </article>
  )
}

function Head({ basis }: { basis: InvoiceBasis }) {
  const { number, customer, month, rowCount, minutes, billedAt, approvedAt, approvedName, createdAt } = basis
  const facts: [string, string][] = [
    ['Kund', customer.name],
    ['Månad', formatMonth(month)],
    ...(rowCount > 0
      ? [['Omfattning', `${plural(rowCount, 'post', 'poster')}, ${formatHours(minutes, 2)} tim`] as [string, string]]
      : []),
    ['Läge', invoiceBasisStateLabels[basis.state]],
    ...(approvedAt ? [['Godkänt', `${formatDate(approvedAt)}, ${approvedName}`] as [string, string]] : []),
    ['Datum', formatDate(billedAt ?? createdAt)],
    ...buyerText(basis.buyer, basis),
  ]
  return (
    <div className="mt-5">
      <h1 className="font-semibold text-2xl">Fakturaunderlag{number && ` ${number}`}</h1>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-base">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="whitespace-pre-wrap font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Rows of earlier months come last. */
const isFirstLate = (month: string, row: InvoiceBasisRow, previous: InvoiceBasisRow | undefined) =>
  monthOf(row.workDate) !== month && (!previous || monthOf(previous.workDate) === month)

/** Only a row of time has hours. */
const hoursOf = ({ source }: InvoiceBasisRow, minutes: number) => (source === 'time' ? formatHours(minutes, 2) : '-')

/** Fixed widths, so that twenty thousand rows are laid out without measuring their content. */
const widths = ['w-[11%]', 'w-[12%]', 'w-[17%]', 'w-auto', 'w-[9%]', 'w-[11%]', 'w-[7%]']

function Rows({ basis, rows }: Omit<Printed, 'company'>) {
  return (
    <table className="printed-table printed-rows">
      <caption>Poster</caption>
      <colgroup>
        {widths.map((width) => (
          <col key={width} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeaderCells names={['Datum', 'Tid', 'Tekniker', 'Beskrivning']} />
          <HeaderCells names={['Arbetat', 'Debiteras', 'På rad']} isNumber />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.position}>
            {isFirstLate(basis.month, row, rows[index - 1]) && (
              <tr>
                <th scope="rowgroup" colSpan={widths.length}>
                  {FROM_EARLIER_MONTHS}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">{row.workDate}</th>
              <td>{copiedTimes(row) ?? '-'}</td>
              <td>{row.technician ?? '-'}</td>
              <td>{rowText(row) ?? '-'}</td>
              <td className="numbers">{hoursOf(row, row.minutes)}</td>
              <td className="numbers">{hoursOf(row, row.chargedMinutes)}</td>
              <td className="numbers">{row.lines.join(', ')}</td>
            </tr>
          </Fragment>
        ))}
        <tr className="font-semibold">
          <th scope="row">Summa</th>
          <td colSpan={3}>{plural(basis.rowCount, 'post', 'poster')}</td>
          <td className="numbers">{formatHours(basis.minutes, 2)}</td>
          <td className="numbers">{formatHours(basis.chargedMinutes, 2)}</td>
          <td />
        </tr>
      </tbody>
      <FooterSpacer columns={widths.length} />
    </table>
  )
}

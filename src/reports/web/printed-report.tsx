import { formatDate, formatHours, formatNumber, plural } from '#lib/ui/format.ts'
import type { Company, CustomerSum, ReportRow, ReportWithSums } from '../reports.contract.ts'
import { periodOf } from '../reports.rules.ts'

type Printed = { company: Company; report: ReportWithSums; rows: ReportRow[] }

/** Fixed widths of the seven columns, so that twenty thousand rows are laid out without measuring their content. */
const widths = ['w-[12%]', 'w-[19%]', 'w-[15%]', 'w-[7.5%]', 'w-[7%]', 'w-[8%]', 'w-auto']

/** Text nodes in plain tables: safe for user input, and fast for twenty thousand rows. */
export function PrintedReport({ company, report, rows }: Printed) {
  return (
    <article className="mx-auto max-w-5xl print:max-w-none print:text-xs">
      <header className="flex items-start justify-between gap-6 border-ink border-b-2 pb-3">
        <div>
          <h1 className="text-xl font-semibold">Tidrapport</h1>
          <p className="text-base">{report.customerName ?? 'Alla kunder'}</p>
          <p className="text-base">{periodOf(report)}</p>
          <p className="text-ink-soft text-sm">Genererad {formatDate(report.createdAt)}</p>
        </div>
        <CompanyHeader company={company} />
      </header>
      <Summary report={report} />
      <table className="printed-table printed-rows">
        <caption>Tidrader</caption>
        <colgroup>
          {widths.map((width) => (
            <col key={width} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <HeaderCells names={['Datum', 'Kund', 'Tekniker', 'Från', 'Till']} />
            <th scope="col" className="numbers">
              Timmar
            </th>
            <HeaderCells names={['Beskrivning']} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.position} row={row} />
          ))}
          <tr className="font-semibold">
            <td>Summa</td>
            <td colSpan={4}>{plural(report.rows, 'tidrad', 'tidrader')}</td>
            <td className="numbers">{formatHours(report.minutes, 2)}</td>
            <td />
          </tr>
        </tbody>
        <FooterSpacer columns={7} />
      </table>
      <footer className="printed-foot mt-6 text-ink-soft text-xs">{footerLine(company)}</footer>
    </article>
  )
}

const HeaderCells = ({ names }: { names: string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ))

const Row = ({ row }: { row: ReportRow }) => (
  <tr>
    <td>{row.workDate}</td>
    <td>{row.customerName}</td>
    <td>{row.technician}</td>
    <td>{row.timeFrom}</td>
    <td>{row.timeTo}</td>
    <td className="numbers">{formatHours(row.minutes, 2)}</td>
    <td>{row.description ?? '-'}</td>
  </tr>
)

function CompanyHeader({ company: { name, orgNumber, phone, email, address } }: { company: Company }) {
  const lines = [orgNumber && `Org.nr ${orgNumber}`, address, phone, email].filter(Boolean)
  return (
    <div className="text-right text-sm">
      <p className="text-md font-semibold">{name}</p>
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
    </div>
  )
}

/** Repeated on each page of a table; reserves the space of the fixed footer line. */
const FooterSpacer = ({ columns }: { columns: number }) => (
  <tfoot aria-hidden="true" className="hidden print:table-footer-group">
    <tr>
      <td colSpan={columns} className="h-9" />
    </tr>
  </tfoot>
)

/** The footer line of every page. */
const footerLine = ({ name, orgNumber, phone, email, address }: Company) =>
  [name, orgNumber && `Org.nr ${orgNumber}`, address?.replaceAll('\n', ', '), phone, email].filter(Boolean).join(' · ')

function Summary({ report: { customers, rows, minutes } }: { report: ReportWithSums }) {
  return (
    <table className="printed-table">
      <caption>Timmar per kund</caption>
      <thead>
        <tr>
          <HeaderCells names={['Kund']} />
          <th scope="col" className="numbers">
            Tidrader
          </th>
          <th scope="col" className="numbers">
            Timmar
          </th>
        </tr>
      </thead>
      <tbody>
        {[...customers, { customerId: 'sum', name: 'Summa', rows, minutes }].map((customer) => (
          <Sum key={customer.customerId + customer.name} customer={customer} />
        ))}
      </tbody>
      <FooterSpacer columns={3} />
    </table>
  )
}

function Sum({ customer: { customerId, name, rows, minutes } }: { customer: CustomerSum }) {
  return (
    <tr className={customerId === 'sum' ? 'font-semibold' : undefined}>
      <td>{name}</td>
      <td className="numbers">{formatNumber(rows)}</td>
      <td className="numbers">{formatHours(minutes, 2)}</td>
    </tr>
  )
}

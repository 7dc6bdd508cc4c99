import { formatDate, formatHours, formatNumber, plural } from '#lib/ui/format.ts'
import type { Company, CustomerSum, ReportRow, ReportWithSums } from '../reports.contract.ts'
import { periodOf } from '../reports.rules.ts'

type Printed = { company: Company; report: ReportWithSums; rows: ReportRow[] }

/** Text nodes in plain tables: what somebody wrote stays text, and twenty thousand rows are there at once. */
export function PrintedReport({ company, report, rows }: Printed) {
  return (
    <article className="mx-auto max-w-5xl print:max-w-none">
      <header className="flex items-start justify-between gap-6 border-ink border-b-2 pb-3">
        <div>
          <h1 className="text-xl font-semibold">Tidrapport</h1>
          <p className="text-base">{report.customerName ?? 'Alla kunder'}</p>
          <p className="text-base">{periodOf(report)}</p>
        </div>
        <CompanyHead company={company} />
      </header>
      <Summary report={report} />
      <table className="mt-6 w-full border-collapse text-sm">
        <caption className="pb-1 text-left font-semibold">Tidrader</caption>
        <thead>
          <tr>
            <Heads names={['Datum', 'Kund', 'Tekniker', 'Från', 'Till']} />
            <th scope="col" className={`${headClass} text-right`}>
              Timmar
            </th>
            <Heads names={['Beskrivning']} />
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td colSpan={7} className="pt-2 text-ink-soft text-xs">
              {footOf(company)}
            </td>
          </tr>
        </tfoot>
        <tbody>
          {rows.map((row) => (
            <Row key={row.position} row={row} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 break-inside-avoid text-right text-base font-semibold">
        Summa: {plural(report.rows, 'post', 'poster')}, {formatHours(report.minutes, 2)} timmar
      </p>
      <p className="mt-1 text-right text-ink-soft text-xs">Genererad {formatDate(report.createdAt)}</p>
    </article>
  )
}

const headClass = 'border-ink border-b px-1.5 py-1 text-left font-semibold first:pl-0 last:pr-0'
const cellClass = 'border-line border-b px-1.5 py-1 align-top first:pl-0 last:pr-0'

const Heads = ({ names }: { names: string[] }) =>
  names.map((name) => (
    <th key={name} scope="col" className={headClass}>
      {name}
    </th>
  ))

function Row({ row }: { row: ReportRow }) {
  return (
    <tr className="break-inside-avoid">
      <td className={`${cellClass} whitespace-nowrap tabular-nums`}>{row.workDate}</td>
      <td className={cellClass}>{row.customerName}</td>
      <td className={cellClass}>{row.technician}</td>
      <td className={`${cellClass} tabular-nums`}>{row.timeFrom}</td>
      <td className={`${cellClass} tabular-nums`}>{row.timeTo}</td>
      <td className={`${cellClass} numbers`}>{formatHours(row.minutes, 2)}</td>
      <td className={`${cellClass} wrap-anywhere whitespace-pre-line`}>{row.description ?? '-'}</td>
    </tr>
  )
}

function CompanyHead({ company: { name, orgNumber, phone, email, address } }: { company: Company }) {
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

/** One line at the foot of every page. */
const footOf = ({ name, orgNumber, phone, email, address }: Company) =>
  [name, orgNumber && `Org.nr ${orgNumber}`, address?.replaceAll('\n', ', '), phone, email].filter(Boolean).join(' · ')

function Summary({ report: { customers, rows, minutes } }: { report: ReportWithSums }) {
  return (
    <table className="mt-5 w-full border-collapse text-sm">
      <caption className="pb-1 text-left font-semibold">Timmar per kund</caption>
      <thead>
        <tr>
          <Heads names={['Kund']} />
          <th scope="col" className={`${headClass} text-right`}>
            Poster
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Timmar
          </th>
        </tr>
      </thead>
      <tbody>
        {[...customers, { customerId: 'sum', name: 'Summa', rows, minutes }].map((customer) => (
          <Sum key={customer.customerId + customer.name} customer={customer} />
        ))}
      </tbody>
    </table>
  )
}

function Sum({ customer: { customerId, name, rows, minutes } }: { customer: CustomerSum }) {
  return (
    <tr className={`break-inside-avoid ${customerId === 'sum' ? 'font-semibold' : ''}`}>
      <td className={cellClass}>{name}</td>
      <td className={`${cellClass} numbers`}>{formatNumber(rows)}</td>
      <td className={`${cellClass} numbers`}>{formatHours(minutes, 2)}</td>
    </tr>
  )
}

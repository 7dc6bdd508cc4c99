import type { PrintedCompany } from '#features/company/printed-company.contract.ts'
import { CompanyHeader, FooterSpacer, footerLine, HeaderCells } from '#features/company/web/print-parts.tsx'
import { copiedTimes } from '#features/time/time.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { formatDate, formatHours } from '#shared/ui/format.ts'
import type { ReportRow, ReportWithSums } from '../reports.contract.ts'
import { onlyCustomerOf, periodOf, sumsByTechnician, workOf } from '../reports.rules.ts'

type Printed = { company: PrintedCompany; report: ReportWithSums; rows: ReportRow[] }

/** Plain tables of text nodes: safe for user input, and fast for twenty thousand rows. */
export function PrintedReport({ company, report, rows }: Printed) {
  const { customers } = report
  return (
    <article className="mx-auto max-w-5xl print:max-w-none print:text-xs">
      <CompanyHeader company={company} />
      <ReportHeader report={report} />
      <div className="grid grid-cols-2 items-start gap-x-8">
        <SumTable title="Timmar per tekniker" name="Tekniker" sums={sumsByTechnician(rows)} total={report} />
        {customers.length > 1 && <SumTable title="Timmar per kund" name="Kund" sums={customers} total={report} />}
      </div>
      <RowTable report={report} rows={rows} />
      <footer className="printed-foot mt-6 text-ink-soft text-xs">{footerLine(company)}</footer>
    </article>
  )
}

function ReportHeader({ report }: { report: ReportWithSums }) {
  const facts = {
    Kund: onlyCustomerOf(report) ?? 'Alla kunder',
    Period: periodOf(report),
    Omfattning: `${plural(report.rows, 'tidrad', 'tidrader')}, ${formatHours(report.minutes, 2)} tim`,
    Genererad: formatDate(report.createdAt),
  }
  return (
    <div className="mt-5">
      <h1 className="text-2xl font-semibold">Tidrapport</h1>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-base">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type SumTableProps = {
  title: string
  /** What is summed: the header of the name column. */
  name: string
  /** The id distinguishes customers of the same name. */
  sums: readonly { customerId?: string; name: string; rows: number; minutes: number }[]
  total: { rows: number; minutes: number }
}

function SumTable({ title, name, sums, total }: SumTableProps) {
  return (
    <table className="printed-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <HeaderCells names={[name]} />
          <HeaderCells names={['Tidrader', 'Timmar']} isNumber />
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <Sum key={sum.customerId ?? sum.name} {...sum} />
        ))}
        {sums.length > 1 && <Sum {...total} name="Summa" isTotal />}
      </tbody>
      <FooterSpacer columns={3} />
    </table>
  )
}

type SumProps = SumTableProps['sums'][number] & { isTotal?: boolean }

const Sum = ({ name, rows, minutes, isTotal }: SumProps) => (
  <tr className={isTotal ? 'font-semibold' : undefined}>
    <th scope="row">{name}</th>
    <td className="numbers">{formatNumber(rows)}</td>
    <td className="numbers">{formatHours(minutes, 2)}</td>
  </tr>
)

/** Fixed widths, so that twenty thousand rows are laid out without measuring their content. */
const widths = {
  ofCustomers: ['w-[11%]', 'w-[20%]', 'w-[15%]', 'w-[13%]', 'w-[8%]', 'w-auto'],
  ofOneCustomer: ['w-[12%]', 'w-[18%]', 'w-[14%]', 'w-[9%]', 'w-auto'],
}

/** All rows. A report of one customer has no customer column. */
function RowTable({ report, rows }: Pick<Printed, 'report' | 'rows'>) {
  const isOfOne = onlyCustomerOf(report) !== undefined
  const columns = isOfOne ? widths.ofOneCustomer : widths.ofCustomers
  return (
    <table className="printed-table printed-rows">
      <caption>Tidrader</caption>
      <colgroup>
        {columns.map((width) => (
          <col key={width} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeaderCells names={['Datum', ...(isOfOne ? [] : ['Kund']), 'Tekniker', 'Tid']} />
          <HeaderCells names={['Timmar']} isNumber />
          <HeaderCells names={['Beskrivning']} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.position} row={row} hasCustomer={!isOfOne} />
        ))}
        <tr className="font-semibold">
          <th scope="row">Summa</th>
          <td colSpan={columns.length - 3}>{plural(report.rows, 'tidrad', 'tidrader')}</td>
          <td className="numbers">{formatHours(report.minutes, 2)}</td>
          <td />
        </tr>
      </tbody>
      <FooterSpacer columns={columns.length} />
    </table>
  )
}

const Row = ({ row, hasCustomer }: { row: ReportRow; hasCustomer: boolean }) => (
  <tr>
    <th scope="row">{row.workDate}</th>
    {hasCustomer && <td>{row.customerName}</td>}
    <td>{row.technician}</td>
    <td>{copiedTimes(row) ?? '-'}</td>
    <td className="numbers">{formatHours(row.minutes, 2)}</td>
    <td>{workOf(row) ?? '-'}</td>
  </tr>
)

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { copiedSpan, fromText, type Span, timeListOf, timesText, toText } from '#features/time/time.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDateTime, formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { isNotFound } from '#shared/web/call.ts'
import { tableOf } from '#shared/web/pages.ts'
import { REPORT_NOT_FOUND, REPORT_STORED_DAYS, type ReportRow, type ReportWithSums } from '../reports.contract.ts'
import { periodOf, workOf } from '../reports.rules.ts'
import { CustomerSums } from './customer-sums.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportQuery, reportRowsQuery } from './reports.api.ts'

/** A generated report: its actions, sums and rows. */
export function OpenReport({ id }: { id: string }) {
  const { data: report, error, refetch, isRefetching } = useQuery(reportQuery(id))
  if (isNotFound(error))
    return (
      <Card>
        <EmptyState
          title={REPORT_NOT_FOUND}
          text={`Rapporter som inte har markerats som rapporterade tas bort efter ${REPORT_STORED_DAYS} dagar. Generera en ny.`}
        />
      </Card>
    )
  if (error && !report) return <QueryError title="Kunde inte hämta data" query={{ error, refetch, isRefetching }} />
  if (!report) return <Skeleton className="h-40" />
  return (
    <section aria-label="Rapport" className="grid grid-cols-1 gap-5">
      <Head report={report} />
      {report.rows > 0 && <CustomerSums report={report} />}
      <Rows report={report} />
    </section>
  )
}

function Head({ report }: { report: ReportWithSums }) {
  const { customerName, rows, minutes, alreadyReported, markedAt, markedBy, markedRows, createdAt, createdBy } = report
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg font-semibold">{customerName ?? 'Alla kunder'}</h2>
            <Badge variant={markedAt ? 'outline' : 'secondary'}>{markedAt ? 'Rapporterad' : 'Ej rapporterad'}</Badge>
          </div>
          <p className="text-base">
            {periodOf(report)}, {plural(rows, 'tidrad', 'tidrader')}, {formatHours(minutes, 2)} tim
          </p>
          <p className="text-ink-soft">
            Genererad {formatDateTime(createdAt)}
            {createdBy && ` av ${createdBy}`}
            {markedAt &&
              `. ${formatNumber(markedRows ?? 0)} av ${formatNumber(rows)} markerades ${formatDateTime(markedAt)}${markedBy ? ` av ${markedBy}` : ''}`}
          </p>
          {alreadyReported > 0 && (
            <p className="mt-1">
              <Link to="/backoffice/archive">
                {plural(
                  alreadyReported,
                  'tidrad i perioden är redan rapporterad',
                  'tidrader i perioden är redan rapporterade',
                )}
              </Link>
            </p>
          )}
          {report.reactivatedRows > 0 && <Reactivated report={report} />}
        </div>
        <ReportActions report={report} />
      </div>
    </Card>
  )
}

/** How many of the report's rows were re-activated after marking, with links to those that are active now. */
function Reactivated({ report: { reactivatedRows, reactivated } }: { report: ReportWithSums }) {
  return (
    <div className="mt-1">
      <p className="font-medium">{plural(reactivatedRows, 'rad återaktiverad', 'rader återaktiverade')} sedan dess</p>
      <ul>
        {reactivated.map((row) => (
          <li key={row.id}>
            <Link to={timeListOf(row)}>
              {row.customer.name}, {row.workDate} {row.isPlaced && timesText(row)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The text of a row's times; nothing for a row without clock times. */
const textOf = (text: (span: Span) => string) => (row: ReportRow) => {
  const span = copiedSpan(row)
  return span && text(span)
}

const columns: readonly Column<ReportRow>[] = [
  { key: 'workDate', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-26' },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customerName }) => <Notes text={customerName} />,
    onPhone: 'title',
    width: 'w-[20%]',
    grows: true,
  },
  {
    key: 'technician',
    header: 'Tekniker',
    cell: ({ technician }) => <Notes text={technician} />,
    width: 'w-[15%]',
    grows: true,
  },
  { key: 'from', header: 'Från', cell: textOf(fromText), width: 'w-16' },
  { key: 'to', header: 'Till', cell: textOf(toText), width: 'w-16' },
  { key: 'hours', header: 'Timmar', cell: ({ minutes }) => formatHours(minutes, 2), isNumber: true, width: 'w-20' },
  {
    key: 'description',
    header: 'Beskrivning',
    cell: (row) => <Notes text={workOf(row)} />,
    width: 'w-[35%]',
    grows: true,
  },
]

function Rows({ report: { id, rows, minutes } }: { report: ReportWithSums }) {
  const list = useInfiniteQuery(reportRowsQuery(id))
  if (list.isError && !list.data) return <QueryError title="Kunde inte hämta data" query={list} />
  return (
    <Table
      label="Rapportens tidrader"
      columns={columns}
      rowKey={({ position }) => String(position)}
      stacksBelow="lg"
      footer={{ workDate: 'Summa', customer: plural(rows, 'tidrad', 'tidrader'), hours: formatHours(minutes, 2) }}
      empty={<EmptyState title="Inga tidrader i perioden" text="Välj en annan period eller en annan kund." />}
      loadingText="Laddar tidrader …"
      {...tableOf(list)}
    />
  )
}

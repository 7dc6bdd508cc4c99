import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { type NewReport, type ReportRow, reports } from '../reports.contract.ts'

export const reportsQuery = infiniteQueryOptions({
  queryKey: ['reports', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(reports.list, { query: { ...(pageParam && { after: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'one', id],
    queryFn: ({ signal }) => call(reports.get, { params: { id } }, { signal }),
  })

// A report's rows never change.
const staleTime = Number.POSITIVE_INFINITY

export const reportRowsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['reports', 'rows', id],
    queryFn: ({ pageParam, signal }) =>
      call(reports.rows, { params: { id }, query: { ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime,
  })

/** Everything that stands on the paper; it is printed as soon as it is there. */
export const printQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'print', id],
    queryFn: async ({ signal }) => {
      const [company, report, rows] = await Promise.all([
        call(reports.company, {}, { signal }),
        call(reports.get, { params: { id } }, { signal }),
        allRows(id, signal),
      ])
      return { company, report, rows }
    },
    staleTime,
  })

async function allRows(id: string, signal: AbortSignal) {
  const rows: ReportRow[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query = { isPrint: 'true', ...(after && { after }) }
    const page: { rows: ReportRow[]; next: string | null } = await call(
      reports.rows,
      { params: { id }, query },
      { signal },
    )
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

export function useGenerateReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ report, idempotencyKey }: { report: NewReport; idempotencyKey: string }) =>
      call(reports.generate, { body: report }, { idempotencyKey }),
    onSuccess: (report) => {
      client.setQueryData(reportQuery(report.id).queryKey, report)
      return client.invalidateQueries({ queryKey: reportsQuery.queryKey })
    },
  })
}

/** Marked rows leave the lists of active time for the archive. */
export function useMarkReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(reports.mark, { params: { id } }, { idempotencyKey }),
    onSuccess: (_marked, { id }) =>
      Promise.all(
        [reportQuery(id).queryKey, reportsQuery.queryKey, ['time'], ['dashboard'], ['archive']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** The file, telling how many bytes of it are here. */
export const fetchCsv = (id: string, onProgress: (bytes: number) => void) =>
  call(reports.csv, { params: { id } }, { onProgress })

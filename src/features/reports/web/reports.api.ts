import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { printedCompany } from '#features/company/printed-company.contract.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type NewReport, PRINT_PAGE_SIZE, type Report, reports } from '../reports.contract.ts'

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

/** The keys of the queries to refetch after an event; reports show how many of their rows are marked. */
export const reportKeysOf = (event: LiveEvent): QueryKey[] =>
  event.about === 'time' && event.hasReported ? [reportsQuery.queryKey, ['reports', 'one']] : []

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

/** All data of the print view, which is printed once loaded. */
export const printQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'print', id],
    queryFn: async ({ signal }) => {
      const [company, report] = await Promise.all([
        call(printedCompany.get, {}, { signal }),
        call(reports.get, { params: { id } }, { signal }),
      ])
      return { company, report, rows: await allRows(report, signal) }
    },
    staleTime,
  })

/** Fetches all pages concurrently: positions are consecutive from 1, so the start of each page is known. */
async function allRows({ id, rows }: Report, signal: AbortSignal) {
  const starts = Array.from({ length: Math.ceil(rows / PRINT_PAGE_SIZE) }, (_, page) => page * PRINT_PAGE_SIZE)
  const pages = await Promise.all(
    starts.map((after) =>
      call(reports.rows, { params: { id }, query: { isPrint: 'true', after: String(after) } }, { signal }),
    ),
  )
  return pages.flatMap((page) => page.rows)
}

export function useGenerateReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ report, idempotencyKey }: { report: NewReport; idempotencyKey: string }) =>
      call(reports.generate, { body: report }, { idempotencyKey }),
    onSuccess: (report) => {
      client.setQueryData(reportQuery(report.id).queryKey, report)
      return invalidate(client, reportsQuery.queryKey)
    },
  })
}

/** Marks a report; its rows move from the lists of active time to the archive. */
export function useMarkReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(reports.mark, { params: { id } }, { idempotencyKey }),
    onSuccess: (_marked, { id }) =>
      Promise.all(
        [reportQuery(id).queryKey, reportsQuery.queryKey, ['time'], ['dashboard'], ['archive']].map((queryKey) =>
          invalidate(client, queryKey),
        ),
      ),
  })
}

export const fetchPdf = (id: string) => call(reports.pdf, { params: { id } })

/** Fetches the file; `onProgress` gets the number of bytes received. */
export const fetchCsv = (id: string, onProgress: (bytes: number) => void) =>
  call(reports.csv, { params: { id } }, { onProgress })

// The requests of the acts on a whole month, one after another, with the toast of each act.
import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { type Billed, month as monthContract } from '#features/billing/month.contract.ts'
import { hasAddressee, isReported } from '#features/billing/month-steps.rules.ts'
import { MARKED_CUSTOMERS_MAX, reports } from '#features/reports/reports.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import type { useIdempotencyKey } from '#shared/web/idempotency-key.ts'

/** So few that progress is seen; each is a transaction of its own. */
const IN_ONE_REQUEST = 5

type Rows = readonly MonthCustomer[]
type Failures = ReadonlyMap<string, string>
type OnProgress = (done: number, of: number) => void
type Listeners = { onProgress: OnProgress; onFailures: (failures: Failures) => void }

/** Calls `request` with some of the rows at a time. */
async function inParts<Result>(
  rows: Rows,
  size: number,
  onProgress: OnProgress,
  request: (part: Rows) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += size) {
    onProgress(start, rows.length)
    results.push(...(await request(rows.slice(start, start + size))))
  }
  onProgress(rows.length, rows.length)
  return results
}

const idOf = ({ customer }: MonthCustomer) => customer.id
const basisIdOf = ({ basis }: MonthCustomer) => basis?.id ?? ''

function showDone(done: number, [one, many]: [string, string], failed: number, text?: string) {
  const left = failed > 0 ? `${plural(failed, 'kund', 'kunder')} blev kvar. Varför står på raden.` : undefined
  showToast({
    title: done > 0 ? plural(done, one, many) : `Inga ${many}`,
    text: [text, left].filter(Boolean).join(' ') || undefined,
    tone: done > 0 ? 'success' : 'error',
  })
}

export async function makeBases(month: string, rows: Rows, { onProgress, onFailures }: Listeners) {
  const made = await inParts(rows, IN_ONE_REQUEST, onProgress, (part) =>
    call(monthContract.create, { body: { month, customerIds: part.map(idOf) } }),
  )
  const failures = new Map(made.flatMap(({ customerId, reason }) => (reason === null ? [] : [[customerId, reason]])))
  onFailures(failures)
  const done = made.filter(({ isMade }) => isMade).length
  const removed = made.filter(({ isRemoved }) => isRemoved).length
  const removedText =
    removed > 0
      ? `${plural(removed, 'utkast togs bort, för inget', 'utkast togs bort, för inget')} var kvar att fakturera.`
      : undefined
  showDone(done, ['underlag skapat', 'underlag skapade'], failures.size, removedText)
}

export async function markRows(
  month: string,
  rows: Rows,
  { isAll, onProgress }: { isAll: boolean; onProgress: OnProgress },
) {
  const mark = async (of: string, customerIds: string[] | null) => [
    (await call(reports.markMonth, { body: { month: of, customerIds } })).marked,
  ]
  const markOf = (of: string, those: Rows) =>
    inParts(those, MARKED_CUSTOMERS_MAX, onProgress, (part) => mark(of, part.map(idOf)))
  const marked = isAll ? await mark(month, null) : await markOf(month, rows)
  // Late rows belong to months of their own.
  const isUnreportedOf = (of: string) => (row: MonthCustomer) =>
    row.late.some((late) => late.month === of && late.unreported > 0)
  for (const of of new Set(rows.flatMap(({ late }) => late.map((one) => one.month))))
    marked.push(...(await markOf(of, rows.filter(isUnreportedOf(of)))))
  const sum = marked.reduce((all, one) => all + one, 0)
  showDone(sum, ['tidrad markerad som rapporterad', 'tidrader markerade som rapporterade'], 0)
}

/** The drafts wait on the server; the page shows them, with 'Ångra'. */
export async function sendRows(
  rows: Rows,
  idempotency: ReturnType<typeof useIdempotencyKey>,
  onFailures: Listeners['onFailures'],
) {
  const body = { ids: rows.filter(hasAddressee).map(basisIdOf) }
  const { refused } = await call(monthContract.send, { body }, { idempotencyKey: idempotency.keyFor(body) })
  idempotency.clear()
  const customerOf = new Map(rows.map((row) => [basisIdOf(row), row.customer.id]))
  onFailures(new Map(refused.map(({ id, reason }) => [customerOf.get(id) ?? '', reason])))
}

export async function billRows(rows: Rows, { onProgress, onFailures }: Listeners) {
  const billed = await inParts(rows.filter(isReported), IN_ONE_REQUEST, onProgress, (part) =>
    call(monthContract.bill, { body: { ids: part.map(basisIdOf) } }),
  )
  const customerOf = new Map(rows.map((row) => [basisIdOf(row), row.customer.id]))
  const failures = new Map(
    billed.flatMap(({ id, reason }) => (reason === null ? [] : [[customerOf.get(id) ?? '', reason]])),
  )
  onFailures(failures)
  const numbers = billed.flatMap(({ number }) => number ?? [])
  showDone(numbers.length, ['underlag fakturerat', 'underlag fakturerade'], failures.size, numbersText(numbers))
}

/** 'Nummer 2026-014 till 2026-044.' */
function numbersText(numbers: NonNullable<Billed['number']>[]): string | undefined {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return first === last ? `Nummer ${first}.` : `Nummer ${first} till ${last}.`
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ImportButton } from '#features/customers/web/import-columns.tsx'
import { ImportRemarks } from '#features/customers/web/import-remarks.tsx'
import { useRunImport } from '#features/customers/web/run-import.ts'
import { isInRange, OUT_OF_RANGE, todayInStockholm } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { DateInput } from '#shared/ui/date-field.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import {
  type CountRow,
  countPartLabels,
  isReadable,
  matchedCount,
  meaningsOf,
  unnamedCharges,
} from '../count-file.rules.ts'
import type { MatchedCount } from '../counted.contract.ts'
import { UnknownTexts } from './count-unknown.tsx'
import { countCheckQuery, useImportCounts } from './counts.api.ts'

type Props = {
  rows: readonly CountRow[]
  /** A column was just chosen, so the rows are about to be replaced. */
  isParsing: boolean
}

const isDay = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date) && isInRange(date)

/** Asks for the date of the list, and shows what its rows mean, with the import button. */
export function CountOutcome({ rows, isParsing }: Props) {
  const [countedOn, setCountedOn] = useState(todayInStockholm())
  return (
    <>
      <Card title="Datum">
        <div className="max-w-60">
          <DateInput
            label="Listan gäller"
            hint="Dagen då licensportalen räknade"
            value={countedOn}
            onChange={setCountedOn}
            isRequired
            {...(!isDay(countedOn) && { error: OUT_OF_RANGE })}
          />
        </div>
      </Card>
      {isDay(countedOn) && <Checked key={countedOn} rows={rows} countedOn={countedOn} isParsing={isParsing} />}
    </>
  )
}

/** What the register says of the readable rows, with what is chosen for those that it does not know. */
function useMatched(rows: readonly CountRow[], countedOn: string) {
  const readable = useMemo(() => rows.filter(isReadable), [rows])
  const check = useQuery(
    countCheckQuery(
      useMemo(() => readable.map(({ count }) => count), [readable]),
      countedOn,
    ),
  )
  const [customers, setCustomers] = useState<ReadonlyMap<string, string>>(new Map())
  const [articles, setArticles] = useState<ReadonlyMap<string, string>>(new Map())
  const matched = useMemo(() => {
    const [ofCustomers, ofArticles] = [
      meaningsOf(check.data?.customers ?? [], customers),
      meaningsOf(check.data?.articles ?? [], articles),
    ]
    return readable.map((row) => ({ ...row, matched: matchedCount(row.count, ofCustomers, ofArticles) }))
  }, [check.data, readable, customers, articles])
  return { check, matched, customers, setCustomers, articles, setArticles }
}

function Checked({ rows, countedOn, isParsing }: Props & { countedOn: string }) {
  const { check, matched, customers, setCustomers, articles, setArticles } = useMatched(rows, countedOn)
  if (check.isError) return <QueryError title="Kunde inte jämföra med registret" query={check} />
  const remarks = [
    ...rows.flatMap((row) => (row.problems ? [{ ...row, problems: row.problems }] : [])),
    ...matched.flatMap((row) => (row.matched ? [] : [{ ...row, problems: ['Kunden eller artikeln är inte känd'] }])),
  ]
    .sort((one, other) => one.line - other.line)
    .map(({ line, typed, problems }) => ({ line, name: typed.customer, detail: typed.article, problems }))
  const { customers: ofCustomers = [], articles: ofArticles = [], counted = [] } = check.data ?? {}
  return (
    <>
      <UnknownTexts
        title="Kunder som inte känns igen"
        matches={ofCustomers}
        chosen={customers}
        onChoose={setCustomers}
      />
      <UnknownTexts
        title="Artiklar som inte känns igen"
        matches={ofArticles}
        chosen={articles}
        onChoose={setArticles}
      />
      <Result
        rows={matched.flatMap(({ line, matched: count }) => (count ? [{ line, count }] : []))}
        countedOn={countedOn}
        counted={counted}
        skipped={remarks.length}
        isChecking={isParsing || check.isLoading}
      />
      {!check.isLoading && remarks.length > 0 && <ImportRemarks rows={remarks} labels={remarkLabels} />}
    </>
  )
}

const remarkLabels = { name: countPartLabels.customer, detail: countPartLabels.article }

type ResultProps = {
  rows: readonly { line: number; count: MatchedCount }[]
  countedOn: string
  /** The charges that lists count. */
  counted: readonly { customerId: string; articleId: string; customer: string; name: string }[]
  skipped: number
  isChecking: boolean
}

function Result({ rows, countedOn, counted, skipped, isChecking }: ResultProps) {
  const [isZero, setZero] = useState(false)
  const unnamed = unnamedCharges(
    counted,
    rows.map(({ count }) => count),
  )
  const zeros = isZero
    ? unnamed.map(({ customerId, articleId }) => ({ line: 0, count: { customerId, articleId, hundredths: 0 } }))
    : []
  const { run, isRunning } = useRunImport([...rows, ...zeros], ({ count }) => count, useSend(countedOn), {
    created: ['antal importerat', 'antal importerade'],
    failed: 'Kunde inte importera antalen',
    to: '/backoffice/invoice-bases',
  })
  return (
    <Card title="Resultat">
      <ul className="flex flex-col gap-1">
        <li>{plural(rows.length, 'rad räknas', 'rader räknas')}; rader med samma kund och artikel läggs ihop</li>
        {skipped > 0 && <li>{plural(skipped, 'rad hoppas över', 'rader hoppas över')}</li>}
        {unnamed.length > 0 && (
          <li>
            {plural(unnamed.length, 'abonnemang räknas', 'abonnemang räknas')} ur listan men står inte i den:{' '}
            {unnamed.map(({ customer, name }) => `${customer} (${name})`).join(', ')}
          </li>
        )}
      </ul>
      {unnamed.length > 0 && (
        <div className="mt-3">
          <CheckboxInput label="Räkna dem som 0" value={isZero} onChange={setZero} />
        </div>
      )}
      <ImportButton
        rows={rows.length}
        nouns={['rad', 'rader']}
        onPress={run}
        isChecking={isChecking}
        isRunning={isRunning}
      />
    </Card>
  )
}

function useSend(countedOn: string) {
  const { mutateAsync, isPending } = useImportCounts()
  return {
    isPending,
    mutateAsync: (input: { rows: MatchedCount[]; idempotencyKey: string }) => mutateAsync({ ...input, countedOn }),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ImportButton } from '#features/customers/web/import-columns.tsx'
import { ImportRemarks } from '#features/customers/web/import-remarks.tsx'
import { useRunImport } from '#features/customers/web/run-import.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import type { ArticleRow } from '../article-file.rules.ts'
import { articlePartLabels } from '../articles-csv.rules.ts'
import { articleCheckQuery, useImportArticles } from './articles.api.ts'

type ValidRow = Extract<ArticleRow, { problems?: never }>
const isValid = (row: ArticleRow): row is ValidRow => row.problems === undefined

const remarkLabels = { name: articlePartLabels.name, detail: articlePartLabels.number }

type Props = {
  rows: readonly ArticleRow[]
  /** A column was just chosen, so the rows are about to be replaced. */
  isParsing: boolean
}

/** Shows what the import of articles will do and the problems of the other rows, with the import button. */
export function ArticleOutcome({ rows, isParsing }: Props) {
  const { check, refused, imported, unchanged, changed } = useChecked(rows)
  const { run, isRunning } = useRunImport(imported, ({ article }) => article, useSend(), {
    created: ['artikel importerad', 'artiklar importerade'],
    failed: 'Kunde inte importera artiklar',
    to: '/backoffice/settings/avtal',
  })
  if (check.isError) return <QueryError title="Kunde inte jämföra med registret" query={check} />
  const remarks = rows.flatMap((row) => {
    const message = refused.get(row.line)
    const problems = row.problems ?? (message === undefined ? undefined : [message])
    return problems ? [{ line: row.line, name: row.typed.name, detail: row.typed.number, problems }] : []
  })
  return (
    <>
      <Card title="Resultat">
        <ul className="flex flex-col gap-1">
          <li>{plural(imported.length - changed, 'artikel läggs till', 'artiklar läggs till')}</li>
          {changed > 0 && <li>{plural(changed, 'artikel ändras', 'artiklar ändras')}</li>}
          {unchanged.size > 0 && <li>{plural(unchanged.size, 'artikel är redan', 'artiklar är redan')} som i filen</li>}
          {remarks.length > 0 && (
            <li>{plural(remarks.length, 'rad har fel och hoppas över', 'rader har fel och hoppas över')}</li>
          )}
        </ul>
        <ImportButton
          rows={imported.length}
          nouns={['artikel', 'artiklar']}
          onPress={run}
          isChecking={isParsing || check.isLoading}
          isRunning={isRunning}
        />
      </Card>
      {!check.isLoading && remarks.length > 0 && <ImportRemarks rows={remarks} labels={remarkLabels} />}
    </>
  )
}

/** What the register says of the rows that are valid by themselves. */
function useChecked(rows: readonly ArticleRow[]) {
  const valid = useMemo(() => rows.filter(isValid), [rows])
  const check = useQuery(articleCheckQuery(useMemo(() => valid.map(({ article }) => article), [valid])))
  const refused = useMemo(
    () => new Map(check.data?.problems.map(({ row, message }) => [valid[row]?.line, message])),
    [check.data, valid],
  )
  const accepted = useMemo(() => valid.filter(({ line }) => !refused.has(line)), [valid, refused])
  const unchanged = useMemo(() => new Set(check.data?.unchanged.map((row) => valid[row]?.line)), [check.data, valid])
  const imported = useMemo(() => accepted.filter(({ line }) => !unchanged.has(line)), [accepted, unchanged])
  return { check, refused, imported, unchanged, changed: check.data?.changed.length ?? 0 }
}

/** New and changed articles count as imported. */
function useSend() {
  const { mutateAsync, isPending } = useImportArticles()
  return {
    isPending,
    mutateAsync: async (input: Parameters<typeof mutateAsync>[0]) => {
      const { created, changed } = await mutateAsync(input)
      return { created: created + changed.length }
    },
  }
}

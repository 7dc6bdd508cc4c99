import { useState } from 'react'
import type { CustomerFile } from '#features/customers/customer-file.rules.ts'
import { ChooseFile, type ChosenFile } from '#features/customers/web/choose-file.tsx'
import { ColumnChoice, Preview } from '#features/customers/web/import-columns.tsx'
import { useParsedFile } from '#features/customers/web/parsed-file.ts'
import { Page } from '#shared/ui/page.tsx'
import type { Column } from '#shared/ui/table.tsx'
import {
  type ArticleColumns,
  type ArticleRow,
  articleRowsOf,
  guessArticleColumns,
  knownArticleHeadings,
} from '../article-file.rules.ts'
import { type ArticlePart, articlePartLabels, articleParts } from '../articles-csv.rules.ts'
import { ArticleOutcome } from './article-outcome.tsx'

const AGREEMENT_SETTINGS = '/backoffice/settings/avtal'

/** Imports the articles of another program: choose a file, map its columns, import all rows at once. */
export function ImportArticlesPage() {
  const [chosen, setChosen] = useState<ChosenFile & { number: number }>()
  const choose = (file: ChosenFile | undefined) =>
    setChosen((before) => file && { ...file, number: (before?.number ?? 0) + 1 })
  return (
    <Page
      title="Importera artiklar"
      lead="Nya nummer läggs till, och artiklar som finns får filens uppgifter"
      back={{ to: AGREEMENT_SETTINGS, label: 'Avtal' }}
    >
      <ChooseFile chosen={chosen} onChoose={choose} countHeadings={knownArticleHeadings} />
      {chosen && <ArticleImport key={chosen.number} file={chosen.file} />}
    </Page>
  )
}

const layouts: Partial<Record<ArticlePart, Pick<Column<ArticleRow>, 'grows' | 'width' | 'onPhone' | 'isNumber'>>> = {
  number: { width: 'w-32' },
  name: { grows: true, width: 'w-[26%]', onPhone: 'title' },
  price: { width: 'w-28', isNumber: true },
  vatReason: { grows: true, width: 'w-[18%]' },
}

const previewColumns: readonly Column<ArticleRow>[] = [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-14' },
  ...articleParts.map((part) => ({
    key: part,
    header: articlePartLabels[part],
    cell: ({ typed }: ArticleRow) => typed[part],
    ...(layouts[part] ?? { width: 'w-28' }),
  })),
]

const hasRequired = ({ number, name }: ArticleColumns) => number !== undefined && name !== undefined

const format = {
  guess: guessArticleColumns,
  parse: (file: CustomerFile, columns: ArticleColumns) => (hasRequired(columns) ? articleRowsOf(file, columns) : []),
}

function ArticleImport({ file }: { file: CustomerFile }) {
  const { rows, isParsing, choice } = useParsedFile(file, format)
  return (
    <>
      <ColumnChoice
        parts={articleParts}
        labels={articlePartLabels}
        required={{ number: 'Välj kolumnen med artikelnumret', name: 'Välj kolumnen med artikelns namn' }}
        {...choice}
      />
      {rows.length > 0 && (
        <>
          <Preview title="Så blir de första artiklarna" columns={previewColumns} rows={rows} />
          <ArticleOutcome rows={rows} isParsing={isParsing} />
        </>
      )}
    </>
  )
}

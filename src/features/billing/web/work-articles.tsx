import { useQuery } from '@tanstack/react-query'
import { Card } from '#shared/ui/card.tsx'
import { ComboboxInput } from '#shared/ui/combobox.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SaveStatus } from '#shared/ui/save-status.tsx'
import { useSavedChoice } from '#shared/ui/saved-choice.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { WorkArticles as Rows } from '../articles.contract.ts'
import { lineKindName } from '../invoice-lines.rules.ts'
import { useArticleChoices } from './article-choices.ts'
import { useSetWorkArticle, workArticlesQuery } from './articles.api.ts'

/** Which article each kind of work, the start fee and monthly fees have. */
export function WorkArticles() {
  const query = useQuery(workArticlesQuery)
  return (
    <Card title="Artiklar för arbete och månadsavgift">
      <p className="mb-4 max-w-prose text-ink-soft">
        Artikeln ger arbetet namn, artikelnummer, konto och moms på underlaget, och månadsavgiften artikelnummer och
        konto. Priset är alltid villkorens.
      </p>
      {query.data ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {query.data.rows.map((row) => (
            <WorkArticle key={row.kind} row={row} />
          ))}
        </div>
      ) : query.isError ? (
        <QueryError title="Kunde inte hämta artiklarna" query={query} />
      ) : (
        <Skeleton className="h-32" />
      )}
    </Card>
  )
}

function WorkArticle({ row: { kind, article } }: { row: Rows['rows'][number] }) {
  const { mutateAsync } = useSetWorkArticle()
  const { shown, save, state } = useSavedChoice(article?.id ?? '', (articleId) =>
    attempt('Kunde inte spara artikeln', () => mutateAsync({ kind, articleId: articleId || null })),
  )
  const { combobox } = useArticleChoices(shown, article)
  return (
    <div>
      <ComboboxInput
        label={lineKindName(kind)}
        value={shown}
        onChange={(value) => value !== shown && save(value)}
        placeholder="Ingen artikel"
        {...combobox}
      />
      <SaveStatus state={state} />
    </div>
  )
}

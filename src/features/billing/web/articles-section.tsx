import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import TrendingUp from 'lucide-react/icons/trending-up'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SearchWithArchive } from '#shared/ui/search-with-archive.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { tableOf } from '#shared/web/pages.ts'
import { type RegisterFilter, registerFilterOf } from '#shared/web/register-filter.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import type { Article } from '../articles.contract.ts'
import { articlesFileName } from '../articles-csv.rules.ts'
import { recoverableArticle, recoverablePrices } from './article-recovery.ts'
import { ArticleTable } from './article-table.tsx'
import { articlesQuery, exportArticles } from './articles.api.ts'
import { RAISE_PRICES } from './raise-prices-path.ts'

const ArticleDialog = lazyPart(() => import('./article.dialog.tsx').then((m) => m.ArticleDialog))
const ArticlePricesDialog = lazyPart(() => import('./article-prices.dialog.tsx').then((m) => m.ArticlePricesDialog))

const IMPORT_ARTICLES = '/backoffice/settings/artiklar/import'

/** Artiklar: a search of the company's articles, archived ones apart, with their price today. */
export function ArticlesSection() {
  const { params, chosen, set } = useUrlFilter<'search' | 'archived'>()
  const filter = registerFilterOf(params)
  const list = useInfiniteQuery(articlesQuery(filter))
  const [open, setOpen] = useTransitionState<Article | 'new' | undefined>(recoverableArticle())
  const [priced, setPriced] = useTransitionState<Article | undefined>(recoverablePrices())
  const add = (
    <Button icon={Plus} onPress={() => setOpen('new')}>
      Ny artikel
    </Button>
  )
  return (
    <section aria-labelledby="artiklar" className="grid grid-cols-1 gap-3">
      <Head />
      <SearchWithArchive
        label="Sök artikel"
        placeholder="Nummer eller namn"
        chosen={registerFilterOf(chosen)}
        setFilter={set}
        activeLabel="Aktiva"
        archivedLabel="Arkiverade"
      >
        <div className="ml-auto flex gap-2 max-sm:ml-0">
          {add}
          <FileMenu />
        </div>
      </SearchWithArchive>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta artiklarna" query={list} />
      ) : (
        <ArticleTable
          {...tableOf(list)}
          onChange={setOpen}
          onPrices={setPriced}
          empty={<NoArticles filter={filter} add={add} onClear={() => set('search', '')} />}
        />
      )}
      {open && <ArticleDialog {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
      {priced && <ArticlePricesDialog article={priced} onClose={() => setPriced(undefined)} />}
    </section>
  )
}

const Head = () => (
  <div>
    <h2 id="artiklar" className="font-semibold text-md">
      Artiklar
    </h2>
    <p className="max-w-prose text-ink-soft">
      Det ni säljer vid sidan av timmarna: licenser, resor och material. Priserna är utan moms.
    </p>
  </div>
)

function FileMenu() {
  const download = async () => saveFile(await exportArticles(), articlesFileName(todayInStockholm()))
  return (
    <ActionMenu
      label="Fler åtgärder för artiklar"
      isFramed
      actions={[
        { label: 'Höj priser', icon: TrendingUp, to: RAISE_PRICES },
        { label: 'Importera artiklar', icon: Upload, to: IMPORT_ARTICLES },
        {
          label: 'Exportera artiklar',
          accessibleName: 'Exportera artiklar som CSV',
          icon: Download,
          onPress: () => void attempt('Kunde inte exportera artiklarna', download, 'CSV-fil exporterad'),
        },
      ]}
    />
  )
}

type NoArticlesProps = { filter: RegisterFilter; add: ReactNode; onClear: () => void }

function NoArticles({ filter: { search, archived }, add, onClear }: NoArticlesProps) {
  if (search)
    return (
      <EmptyState
        title="Inga träffar"
        text="Ingen artikel stämmer med sökningen."
        action={<Button onPress={onClear}>Rensa sökningen</Button>}
      />
    )
  if (archived) return <EmptyState title="Inga arkiverade artiklar" text="Artiklar som arkiveras hamnar här." />
  return (
    <EmptyState
      title="Inga artiklar ännu"
      text="Lägg in det ni säljer, eller hämta artiklarna ur bokföringen."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {add}
          <LinkButton to={IMPORT_ARTICLES}>Importera artiklar</LinkButton>
        </div>
      }
    />
  )
}

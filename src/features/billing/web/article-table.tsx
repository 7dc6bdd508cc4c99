import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import { useCallback } from 'react'
import { formatKronor } from '#shared/money.rules.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import type { Article } from '../articles.contract.ts'
import { vatClassLabel } from '../articles.rules.ts'
import { articlePartLabels } from '../articles-csv.rules.ts'
import { articleLabels } from './article-form.ts'
import { useArchiveArticle, useRestoreArticle } from './articles.api.ts'

const columns: readonly Column<Article>[] = [
  { key: 'number', header: 'Nummer', cell: ({ number }) => number, width: 'w-32' },
  {
    key: 'name',
    header: articleLabels.name,
    cell: ({ name }) => name,
    onPhone: 'title',
    grows: true,
    width: 'w-[40%]',
  },
  {
    key: 'price',
    header: 'Pris',
    cell: ({ priceOre }) => priceOre !== null && formatKronor(priceOre),
    isNumber: true,
    onPhone: 'mark',
    width: 'w-32',
  },
  { key: 'unit', header: articleLabels.unit, cell: ({ unit }) => unit, width: 'w-24' },
  {
    key: 'vat',
    header: articleLabels.vatClass,
    cell: ({ vatClass, vatReason }) => <span title={vatReason ?? undefined}>{vatClassLabel(vatClass)}</span>,
    width: 'w-28',
  },
  {
    key: 'goods',
    header: 'Omvänd moms',
    cell: ({ isConstruction, isElectronics }) =>
      isConstruction ? articlePartLabels.isConstruction : isElectronics && articlePartLabels.isElectronics,
    width: 'w-32',
  },
  { key: 'account', header: articleLabels.account, cell: ({ account }) => account, width: 'w-24' },
]

type Props = Pick<
  TableProps<Article>,
  'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty'
> & { onChange: (row: Article) => void; onPrices: (row: Article) => void }

export function ArticleTable({ onChange, onPrices, ...list }: Props) {
  const actions = useCallback(
    (row: Article) => <Actions row={row} onChange={onChange} onPrices={onPrices} />,
    [onChange, onPrices],
  )
  return (
    <Table
      label="Artiklar"
      columns={columns}
      rowKey={({ id }) => id}
      loadingText="Laddar artiklar …"
      stacksBelow="md"
      hasTwoLines
      collapsesActions
      actions={actions}
      {...list}
    />
  )
}

function Actions({ row, onChange, onPrices }: Pick<Props, 'onChange' | 'onPrices'> & { row: Article }) {
  const { archive, restore } = useMoves()
  if (row.isArchived)
    return (
      <IconButton
        icon={ArchiveRestore}
        label={`Återställ ${row.name}`}
        tooltip="Återställ"
        onPress={() => void restore(row)}
      />
    )
  return (
    <>
      <IconButton icon={Pencil} label={`Ändra ${row.name}`} tooltip="Ändra" onPress={() => onChange(row)} />
      <IconButton icon={History} label={`Priser för ${row.name}`} tooltip="Priser" onPress={() => onPrices(row)} />
      <IconButton icon={Archive} label={`Arkivera ${row.name}`} tooltip="Arkivera" onPress={() => void archive(row)} />
    </>
  )
}

/** Archives and restores, with a toast that offers to undo. Uses mutateAsync, as the row's buttons unmount. */
function useMoves() {
  const { mutateAsync: archive } = useArchiveArticle()
  const { mutateAsync: restore } = useRestoreArticle()
  const back = ({ id }: Article) => attempt('Kunde inte återställa artikeln', () => restore(id), 'Artikel återställd')
  const away = (row: Article) =>
    attempt('Kunde inte arkivera artikeln', async () => {
      await archive(row.id)
      const undo = async () => ((await back(row)) ? row.id : undefined)
      showToast({ title: 'Artikel arkiverad', tone: 'success', undo })
    })
  return { archive: away, restore: back }
}

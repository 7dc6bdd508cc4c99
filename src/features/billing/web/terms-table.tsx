import CopyPlus from 'lucide-react/icons/copy-plus'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import { workKindLabel } from '#features/time/work-kinds.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatHours } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { ListedTerms } from '../agreements.contract.ts'
import { pricedKinds } from '../terms.rules.ts'
import { useRemoveTerms } from './agreements.api.ts'
import { termsName } from './terms-text.ts'

const columns: readonly Column<ListedTerms>[] = [
  { key: 'name', header: 'Namn', cell: termsName, onPhone: 'title', grows: true },
  ...pricedKinds.map(
    ({ kind, price }): Column<ListedTerms> => ({
      key: kind,
      header: workKindLabel(kind),
      cell: (terms) => formatKronor(terms[price]),
      isNumber: true,
      width: 'w-28',
    }),
  ),
  {
    key: 'after_hours',
    header: 'Jour',
    cell: ({ afterHoursOre }) => formatKronor(afterHoursOre),
    isNumber: true,
    width: 'w-28',
  },
  {
    key: 'included',
    header: 'Ingår',
    cell: ({ includedMinutes }) => includedMinutes > 0 && `${formatHours(includedMinutes)} tim`,
    isNumber: true,
    width: 'w-24',
  },
  {
    key: 'customers',
    header: 'Kunder',
    cell: ({ customers }) => formatNumber(customers),
    isNumber: true,
    width: 'w-20',
  },
]

type Props = { rows: readonly ListedTerms[]; onNewVersion: (terms: ListedTerms) => void; empty: ReactNode }

export const TermsTable = ({ rows, onNewVersion, empty }: Props) => (
  <Table
    label="Villkor"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    stacksBelow="md"
    actions={(terms) => <Actions terms={terms} onNewVersion={onNewVersion} />}
    empty={empty}
  />
)

function Actions({ terms, onNewVersion }: { terms: ListedTerms; onNewVersion: (terms: ListedTerms) => void }) {
  const { mutateAsync: removeTerms } = useRemoveTerms()
  const remove = () => attempt('Kunde inte ta bort villkoren', () => removeTerms(terms.id), 'Villkoren är borttagna')
  return (
    <>
      {terms.isLatest && (
        <IconButton
          icon={CopyPlus}
          label={`Ny version av ${terms.name}`}
          tooltip="Ny version"
          onPress={() => onNewVersion(terms)}
        />
      )}
      {!terms.isUsed && (
        <IconButton
          icon={Trash2}
          label={`Ta bort ${termsName(terms)}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => void remove()}
        />
      )}
    </>
  )
}

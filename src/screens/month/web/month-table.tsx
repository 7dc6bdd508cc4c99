import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { stopsOf } from '#features/billing/month-steps.rules.ts'
import { useCreateInvoiceBasis } from '#features/billing/web/invoice-bases.api.ts'
import { InvoiceBasisBadge } from '#features/billing/web/invoice-basis-badge.tsx'
import { formatKronor } from '#shared/money.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import type { TableSelection } from '#shared/ui/table-selection.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'

/** With why the last act could not be done for it. */
export type MonthRow = MonthCustomer & { failure: string | null }

export const monthKey = ({ customer }: MonthCustomer) => customer.id

const columns: readonly Column<MonthRow>[] = [
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer, basis }) =>
      basis ? <Link to={invoiceBasisPath(basis.id)}>{customer.name}</Link> : customer.name,
    onPhone: 'title',
    grows: true,
  },
  {
    key: 'state',
    header: 'Läge',
    cell: ({ basis }) =>
      basis ? (
        <InvoiceBasisBadge basis={basis} />
      ) : (
        <span className="text-ink-soft stacked:hidden">Inget underlag</span>
      ),
    width: 'w-44',
    onPhone: 'mark',
  },
  { key: 'stops', header: 'Att göra först', cell: stopsCell, width: 'w-72', onPhone: 'lead' },
  { key: 'number', header: 'Nummer', cell: ({ basis }) => basis?.number, width: 'w-26', onPhone: 'hidden' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => (
      <>
        {formatHours(minutes)}
        <span className="hidden stacked:inline"> tim</span>
      </>
    ),
    isNumber: true,
    width: 'w-20',
  },
  {
    key: 'net',
    header: 'Utan moms',
    cell: ({ basis }) => basis && formatKronor(basis.netOre),
    isNumber: true,
    width: 'w-32',
  },
]

/** Why the last act failed, and what stops the next. */
function stopsCell(row: MonthRow) {
  const stops = stopsOf(row)
  if (row.failure === null && stops.length === 0) return undefined
  return (
    <span className="block w-60 whitespace-normal py-1.5 text-sm stacked:w-auto stacked:py-0">
      {row.failure !== null && <span className="block font-medium text-danger">{row.failure}</span>}
      {stops.length > 0 && <span className="block text-ink-soft">{stops.join(' · ')}</span>}
    </span>
  )
}

/** A customer without an invoice basis has the button that creates it; on a phone in the place of the state. */
const createColumn = (month: string): Column<MonthRow> => ({
  key: 'create',
  header: 'Åtgärd',
  cell: ({ customer, basis }) =>
    basis ? <span /> : <CreateButton month={month} customerId={customer.id} name={customer.name} />,
  width: 'w-26',
  onPhone: 'mark',
})

type Props = {
  month: string
  selection: TableSelection
  table: Pick<TableProps<MonthRow>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'>
}

export function MonthTable({ month, selection, table }: Props) {
  const shown = useMemo(() => [...columns, createColumn(month)], [month])
  return (
    <Table
      label="Kunder i månaden"
      columns={shown}
      {...table}
      rowKey={monthKey}
      selection={selection}
      selectLabel={selectLabel}
      stacksBelow="lg"
      hasTwoLines
      empty={<EmptyState title="Ingen tid i månaden" text="När tid är registrerad visas kunderna här." />}
      loadingText="Laddar underlag …"
    />
  )
}

const selectLabel = ({ customer }: MonthRow) => `Markera ${customer.name}`

function CreateButton({ month, customerId, name }: { month: string; customerId: string; name: string }) {
  const create = useCreateInvoiceBasis()
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey()
  const press = async () => {
    const basis = { customerId, month, replaces: null }
    try {
      const { id } = await create.mutateAsync({ basis, idempotencyKey: idempotency.keyFor(JSON.stringify(basis)) })
      idempotency.clear()
      await navigate(invoiceBasisPath(id))
    } catch (error) {
      showFailure('Kunde inte skapa underlaget', error)
    }
  }
  return (
    <Button
      size="sm"
      onPress={() => void press()}
      isPending={create.isPending}
      pendingText="Skapar …"
      accessibleName={`Skapa fakturaunderlag för ${name}`}
    >
      Skapa
    </Button>
  )
}

import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useCallback, useMemo } from 'react'
import { useMe } from '#features/auth/web/me.ts'
import { nameOf } from '#features/customers/web/customer-choices.api.ts'
import { expenseKindRows } from '#features/time/expense-kinds.rules.ts'
import { type Expense, type ExpenseTotal, NOT_YOUR_EXPENSE } from '#features/time/expenses.contract.ts'
import { amountOf, formatQuantity } from '#features/time/expenses.rules.ts'
import { useRemoveExpense, useRestoreExpense } from '#features/time/web/expenses.api.ts'
import { TicketLink } from '#features/time/web/ticket-link.tsx'
import { UnbilledMark } from '#features/time/web/unbilled-mark.tsx'
import { formatKronor, ZERO } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { expenseIcons } from './enter-expense.tsx'

const columns: readonly Column<Expense>[] = [
  { key: 'workDate', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-26' },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer }) => <Notes text={nameOf(customer)} />,
    grows: true,
    width: 'w-[38%]',
  },
  {
    key: 'article',
    header: 'Artikel',
    cell: (row) => <ArticleText {...row} />,
    onPhone: 'title',
    grows: true,
    width: 'w-[62%]',
  },
  {
    key: 'quantity',
    header: 'Antal',
    cell: ({ hundredths, unit }) => formatQuantity(hundredths, unit),
    isNumber: true,
    width: 'w-20',
  },
  {
    key: 'price',
    header: 'Pris',
    cell: ({ priceOre, unbilledReason }) =>
      priceOre !== null ? formatKronor(priceOre) : unbilledReason === null ? <Unpriced /> : '-',
    isNumber: true,
    width: 'w-24',
    onPhone: 'hidden',
  },
  {
    key: 'amount',
    header: 'Belopp',
    cell: (row) => {
      const amount = row.unbilledReason === null ? amountOf(row) : ZERO
      return amount === null ? '-' : formatKronor(amount)
    },
    isNumber: true,
    width: 'w-28',
    onPhone: 'mark',
  },
  {
    key: 'technician',
    header: 'Tekniker',
    cell: ({ technician }) => technician.fullName,
    width: 'min-w-38',
    grows: true,
  },
]

const Unpriced = () => <span className="text-accent-ink">Pris saknas</span>

/** The article, with its kind, ticket and description. */
function ArticleText({ kind, article, ticket, description, unbilledReason }: Expense) {
  const Icon = expenseIcons[kind]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span title={expenseKindRows[kind].label} className="shrink-0 text-ink-soft">
        <Icon aria-hidden="true" className="size-4" />
        <span className="sr-only">{expenseKindRows[kind].label}: </span>
      </span>
      {ticket && <TicketLink {...ticket} />}
      <span className="min-w-0">
        <Notes text={description ? `${article}: ${description}` : article} />
      </span>
      <UnbilledMark reason={unbilledReason} />
    </span>
  )
}

type Props = Omit<TableProps<Expense>, 'label' | 'columns' | 'rowKey' | 'empty'> & {
  total: ExpenseTotal | null | undefined
  onChange: (row: Expense) => void
  /** The rows are of one customer, which the page names. */
  isOfOneCustomer?: boolean
}

/** Travel and material, with the totals of all rows. Removal has no confirmation but can be undone. */
export function ExpenseTable({ total, onChange, isOfOneCustomer = false, ...list }: Props) {
  const me = useMe()
  const remove = useRemoveWithUndo()
  const shown = useMemo(
    () => (isOfOneCustomer ? columns.filter(({ key }) => key !== 'customer') : columns),
    [isOfOneCustomer],
  )
  const actions = useCallback(
    (row: Expense) => {
      const mayChange = isAdmin(me) || row.technician.id === me.userId
      const disabled = !mayChange && { disabledReason: NOT_YOUR_EXPENSE }
      return (
        <>
          <IconButton icon={Pencil} label="Ändra rad" onPress={() => onChange(row)} {...disabled} />
          <IconButton icon={Trash2} label="Ta bort rad" tone="danger" onPress={() => void remove(row)} {...disabled} />
        </>
      )
    },
    [me, onChange, remove],
  )
  return (
    <Table
      label="Resor och material"
      columns={shown}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      hasTwoLines
      collapsesActions
      actionsHeader="Åtgärd"
      actions={actions}
      {...(total && total.rows > 0 && { footer: footerOf(total) })}
      empty={
        <EmptyState
          title="Inga resor eller material"
          text="Registrera resor och material, så kommer de med i underlaget."
        />
      }
      loadingText="Laddar resor och material …"
      {...list}
    />
  )
}

const footerOf = ({ rows, ore, unpriced, hundredthsOfKm }: ExpenseTotal) => ({
  workDate: 'Summa',
  article: [
    plural(rows, 'rad', 'rader'),
    hundredthsOfKm > 0 && formatQuantity(hundredthsOfKm, 'km'),
    unpriced > 0 && `${unpriced} utan pris`,
  ]
    .filter(Boolean)
    .join(', '),
  amount: formatKronor(ore),
})

function useRemoveWithUndo() {
  const { mutateAsync: remove } = useRemoveExpense()
  const { mutateAsync: restore } = useRestoreExpense()
  return useCallback(
    async ({ id }: Expense) => {
      const undo = async () => ((await attempt('Kunde inte ångra', () => restore(id))) ? id : undefined)
      await attempt('Kunde inte ta bort raden', async () => {
        await remove(id)
        showToast({ title: 'Rad borttagen', tone: 'success', undo })
      })
    },
    [remove, restore],
  )
}

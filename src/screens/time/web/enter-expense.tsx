import type { LucideIcon } from 'lucide-react'
import Car from 'lucide-react/icons/car'
import Package from 'lucide-react/icons/package'
import { expenseKindRows, expenseKinds } from '#features/time/expense-kinds.rules.ts'
import type { Expense, ExpenseKind } from '#features/time/expenses.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { type ExpenseSubject, recoverableExpense } from './expense-recovery.ts'

const ExpenseDialog = lazyPart(() => import('./expense.dialog.tsx').then((m) => m.ExpenseDialog))

export const expenseIcons: Record<ExpenseKind, LucideIcon> = { travel: Car, material: Package }

/**
 * The dialog for travel and material of a ticket, of a customer or of any customer, with the function that opens it.
 */
export function useExpenseDialog(subject: ExpenseSubject) {
  const [shown, open] = useTransitionState<ExpenseKind | Expense | undefined>(recoverableExpense(subject))
  const dialog = shown && <ExpenseDialog {...subject} open={shown} onClose={() => open(undefined)} />
  return { open, dialog }
}

type Props = {
  onPress: (kind: ExpenseKind) => void
  size?: 'sm' | 'md'
  disabledReason?: string | undefined
}

/** The buttons 'Resa' and 'Material'. */
export const EnterExpense = ({ onPress, size = 'md', disabledReason }: Props) =>
  expenseKinds.map((kind) => (
    <Button
      key={kind}
      size={size}
      icon={expenseIcons[kind]}
      onPress={() => onPress(kind)}
      disabledReason={disabledReason}
      accessibleName={expenseKindRows[kind].enter}
    >
      {expenseKindRows[kind].label}
    </Button>
  ))

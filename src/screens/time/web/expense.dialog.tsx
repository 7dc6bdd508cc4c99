import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { useRestoredCustomer } from '#features/customers/web/restored-customer.api.ts'
import { expenseKindRows } from '#features/time/expense-kinds.rules.ts'
import { ARTICLE_MAX, EXPENSE_TEXT_MAX, Expense, type ExpenseKind, UNIT_MAX } from '#features/time/expenses.contract.ts'
import { articlesQuery, useChangeExpense, useCreateExpense } from '#features/time/web/expenses.api.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { plainKronor } from '#shared/money.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { ArticleField } from './article-field.tsx'
import {
  ExpenseForm,
  type ExpenseOut,
  type ExpenseValues,
  emptyExpense,
  expenseLabels,
  expenseText,
  valuesOfExpense,
} from './expense-form.ts'
import { type ExpenseSubject, expenseKey } from './expense-recovery.ts'
import { TicketField } from './ticket-field.tsx'
import { TechnicianField } from './time-fields.tsx'
import { UnbilledFields } from './unbilled-field.tsx'

type ExpenseFormReturn = UseFormReturn<ExpenseValues, unknown, ExpenseOut>
type Props = ExpenseSubject & {
  /** The kind to enter, or the row to change. */
  open: ExpenseKind | Expense
  onClose: () => void
}

export function ExpenseDialog({ customer, ticket, open, onClose }: Props) {
  const row = typeof open === 'string' ? undefined : open
  const kind = typeof open === 'string' ? open : open.kind
  const { form, formKey, place, restoredName } = useExpenseForm({ customer, ticket }, open, row)
  const isAdmin = useIsAdmin()
  const { submit, conflict } = useSaveExpense({ form, formKey, row, kind, onSaved: onClose })
  return (
    <RowDialog
      title={row ? expenseKindRows[kind].changing : expenseKindRows[kind].entering}
      form={form}
      onSubmit={submit}
      conflict={conflict && expenseText(conflict)}
      conflictTitle="Någon annan hann ändra raden. Så här står den nu:"
      labels={expenseLabels}
      place={place}
      onClose={onClose}
    >
      {!row && ticket && <GivenTicket ticket={ticket} customer={customer} />}
      <ArticleField form={form} row={row} />
      <ArticleFields form={form} row={row} kind={kind} />
      <DateField control={form.control} name="workDate" label={expenseLabels.workDate} isRequired />
      {(row || !ticket) && (
        <>
          <CustomerField
            control={form.control}
            name="customerId"
            label={expenseLabels.customer}
            isRequired
            valueLabel={(row?.customer ?? customer)?.name ?? restoredName ?? ''}
          />
          <TicketField control={form.control as never} row={row} />
        </>
      )}
      <TextArea
        control={form.control}
        name="description"
        label={expenseLabels.description}
        rows={2}
        maxLength={EXPENSE_TEXT_MAX}
      />
      <UnbilledFields control={form.control as never} />
      {isAdmin && (
        <TechnicianField
          control={form.control as never}
          {...(row ? { technician: row.technician } : { emptyTechnicianLabel: 'Jag själv' })}
        />
      )}
    </RowDialog>
  )
}

const GivenTicket = ({ ticket, customer }: { ticket: NonNullable<ExpenseSubject['ticket']> } & ExpenseSubject) => (
  <p>
    <span className="text-ink-soft tabular-nums">#{ticket.ticketNumber}</span> {ticket.title}
    <span className="block text-ink-soft">{customer?.name}</span>
  </p>
)

type Saving = {
  form: ExpenseFormReturn
  formKey: string
  row: Expense | undefined
  kind: ExpenseKind
  onSaved: () => void
}

function useSaveExpense({ form, formKey, row, kind, onSaved }: Saving) {
  const create = useCreateExpense()
  const change = useChangeExpense()
  return useRowForm<Expense, ExpenseValues, ExpenseOut>({
    form,
    formKey,
    schema: Expense,
    valuesOf: valuesOfExpense,
    onSaved,
    row: () => row,
    create: (expense, idempotencyKey) => create.mutateAsync({ expense, idempotencyKey }),
    change: ({ id }, expense) => change.mutateAsync({ id, expense }),
    saved: expenseKindRows[kind].saved,
    failed: (text) => ({ title: 'Kunde inte spara raden', text }),
  })
}

/** The form for a new or changed row, with unsaved input from a closed tab or an ended session. */
function useExpenseForm(subject: ExpenseSubject, open: Props['open'], row: Expense | undefined) {
  const form: ExpenseFormReturn = useForm<ExpenseValues, unknown, ExpenseOut>({
    resolver: zodResolver(ExpenseForm),
    defaultValues: typeof open === 'string' ? newExpense(open, subject) : valuesOfExpense(open),
  })
  const formKey = expenseKey(subject, open)
  const { name: restoredName, onRestore } = useRestoredCustomer()
  const place = useFormRecovery(form, {
    key: formKey,
    isOnDevice: true,
    subject: row,
    onRestore,
    omit: row || subject.customer ? (['customerId', 'ticketId'] as const) : [],
  })
  return { form, formKey, place, restoredName }
}

const newExpense = (kind: ExpenseKind, { customer, ticket }: ExpenseSubject) => ({
  ...emptyExpense(kind, todayInStockholm()),
  ...(customer && { customerId: customer.id }),
  ...(ticket && { ticketId: ticket.id }),
})

/** Article, quantity and unit price. */
function ArticleFields({ form, row, kind }: { form: ExpenseFormReturn; row: Expense | undefined; kind: ExpenseKind }) {
  const known = useKnownArticles(form, row, kind)
  const { firstField } = expenseKindRows[kind]
  const { control } = form
  return (
    <>
      <TextField
        control={control}
        name="article"
        label={expenseLabels.article}
        isRequired
        maxLength={ARTICLE_MAX}
        autoComplete="off"
        autoFocus={firstField === 'article'}
        suggestions={known}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField
          control={control}
          name="hundredths"
          label={expenseLabels.quantity}
          isRequired
          inputMode="decimal"
          autoComplete="off"
          autoFocus={firstField === 'hundredths'}
        />
        <TextField control={control} name="unit" label="Enhet" isRequired maxLength={UNIT_MAX} autoComplete="off" />
        <div className="max-sm:col-span-2">
          <TextField
            control={control}
            name="priceOre"
            label={expenseLabels.price}
            hint="Utan moms. Tomt om du inte vet."
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
      </div>
    </>
  )
}

/**
 * The articles entered before. In a new row without an article of the register, choosing one fills in its unit and price unless
 * those were typed.
 */
function useKnownArticles(form: ExpenseFormReturn, row: Expense | undefined, kind: ExpenseKind) {
  const { data } = useQuery(articlesQuery)
  const known = useMemo(() => data?.rows.filter((one) => one.kind === kind) ?? [], [data, kind])
  const [article, articleId] = useWatch({ control: form.control, name: ['article', 'articleId'] })
  const { unit: isUnitTyped, priceOre: isPriceTyped } = useFormState({ control: form.control }).dirtyFields
  useEffect(() => {
    if (row || articleId) return
    const { unit = expenseKindRows[kind].usualUnit, priceOre = null } =
      known.find((one) => one.article === article.trim()) ?? {}
    if (!isUnitTyped) form.setValue('unit', unit)
    if (!isPriceTyped) form.setValue('priceOre', priceOre === null ? '' : plainKronor(priceOre))
  }, [form, row, kind, known, article, articleId, isUnitTyped, isPriceTyped])
  return useMemo(() => known.map((one) => one.article), [known])
}

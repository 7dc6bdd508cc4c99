// The kinds of expenses on a ticket, with their texts on the screens.
type ExpenseKindRow = {
  label: string
  /** The usual unit of quantities. */
  usualUnit: string
  /** The initial article of a new row. */
  usualArticle: string
  /** The field that has the focus in a new row. */
  firstField: 'article' | 'hundredths'
  enter: string
  entering: string
  changing: string
  saved: string
}

export const expenseKindRows = {
  travel: {
    label: 'Resa',
    usualUnit: 'km',
    usualArticle: 'Resa',
    firstField: 'hundredths',
    enter: 'Registrera resa',
    entering: 'Ny resa',
    changing: 'Ändra resa',
    saved: 'Resa sparad',
  },
  material: {
    label: 'Material',
    usualUnit: 'st',
    usualArticle: '',
    firstField: 'article',
    enter: 'Registrera material',
    entering: 'Nytt material',
    changing: 'Ändra material',
    saved: 'Material sparat',
  },
} as const satisfies Record<string, ExpenseKindRow>

export type ExpenseKind = keyof typeof expenseKindRows
export const expenseKinds = Object.keys(expenseKindRows) as [ExpenseKind, ...ExpenseKind[]]

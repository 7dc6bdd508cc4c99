// The kinds of what a ticket cost besides work, and what screens say of each.
type ExpenseKindRow = {
  label: string
  /** What most rows of it are counted in. */
  usualUnit: string
  /** What a new row is, until it is changed. */
  usualArticle: string
  /** Where a new row is begun. */
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

// The kinds of work. The icon of a kind is in work-text.tsx, its hourly price in terms.rules.ts and its line in
// invoice-lines.rules.ts; the constraints `time_entries_kind_values` and `time_entries_rut_on_site` repeat the set.
type WorkKind = {
  label: string
  /** Whether a private customer may get a tax reduction for it. */
  canBeRut: boolean
}

/** In the order in which they are shown. */
const workKinds = {
  remote: { label: 'Fjärr', canBeRut: false },
  onsite: { label: 'På plats', canBeRut: true },
} as const satisfies Record<string, WorkKind>

export type TimeKind = keyof typeof workKinds
export const timeKinds = Object.keys(workKinds) as [TimeKind, ...TimeKind[]]

/** The default kind of work. It has no mark; the other kinds have a checkbox. */
export const USUAL_KIND: TimeKind = 'remote'
export const otherKinds = timeKinds.filter((kind) => kind !== USUAL_KIND)

export const workKindLabel = (kind: TimeKind): string => workKinds[kind].label
/** The label inside a sentence: 'på plats'. */
export const workKindText = (kind: TimeKind): string => workKinds[kind].label.toLocaleLowerCase('sv-SE')
export const canBeRut = (kind: TimeKind): boolean => workKinds[kind].canBeRut

/** The mark beside the text of work; none for the usual kind. */
export const workKindMark = (kind: TimeKind): string | undefined =>
  kind === USUAL_KIND ? undefined : workKindLabel(kind)

/** 'fjärr eller på plats' */
export const anyWorkKind = new Intl.ListFormat('sv', { type: 'disjunction' }).format(timeKinds.map(workKindText))

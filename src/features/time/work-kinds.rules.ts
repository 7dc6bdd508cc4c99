// The kinds of work: where it was done. A row here is all that screens, texts and the contract know of a kind; what an hour of it
// costs is in terms.rules.ts, and the constraints `time_entries_kind_values` and `time_entries_rut_on_site` repeat the set.
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

/** What work is unless somebody says otherwise. It has no mark, and the other kinds are ticked. */
export const USUAL_KIND: TimeKind = 'remote'
export const otherKinds = timeKinds.filter((kind) => kind !== USUAL_KIND)

export const workKindLabel = (kind: TimeKind): string => workKinds[kind].label
/** The label inside a sentence: 'på plats'. */
export const workKindText = (kind: TimeKind): string => workKinds[kind].label.toLocaleLowerCase('sv-SE')
export const canBeRut = (kind: TimeKind): boolean => workKinds[kind].canBeRut

/** What stands beside the text of work: nothing for the usual kind. */
export const workKindMark = (kind: TimeKind): string | undefined =>
  kind === USUAL_KIND ? undefined : workKindLabel(kind)

/** 'fjärr eller på plats' */
export const anyWorkKind = new Intl.ListFormat('sv', { type: 'disjunction' }).format(timeKinds.map(workKindText))

// Input in cells of the week that is not on the server yet: in memory and, for each login, on the device. Committed
// input is sent again when the network or the tab returns, and every ten seconds; after a closed tab, when the week is
// opened.
import { useCallback } from 'react'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { CELL_HELP, datesOfWeek, lineKey, parseHours, type WeekLine } from '#features/time/week.rules.ts'
import type { SaveState } from '#shared/ui/save-status.tsx'
import { type DeviceDraft, readSubjects, removeFromDevice, storeOnDevice } from '#shared/web/device-drafts.ts'
import { draftOwner, openDrafts, watchDraftOwner } from '#shared/web/draft-owner.ts'
import { isPageOpen, PAGE_ID } from '#shared/web/page-lock.ts'
import { useStore } from '#shared/web/store.ts'
import type { LineWork } from './line-work.dialog.tsx'
import type { SaveCell } from './save-cell.ts'

const PREFIX = 'cell:'
const RETRY_DELAY_MS = 10_000
const PRESS_ENTER = 'Inte sparat. Tryck Enter för att spara.'
const LATER = {
  device: 'Sparat på enheten. Sparas när kontakten med servern är tillbaka.',
  tab: 'Inte sparat än. Sparas när kontakten med servern är tillbaka.',
}

/** The record on the device. */
type TypedCell = {
  line: WeekLine
  date: string
  text: string
  work: LineWork
  /** The entry as it was when typing began, so that a change by somebody else is reported once and not overwritten. */
  since?: { row: TimeEntry | undefined } | undefined
  /** Enter was pressed or the cell was left, so it can be sent without the user. */
  isCommitted: boolean
  attempt?: DeviceDraft['attempt']
}

type Cell = {
  typed: TypedCell
  recordId: string
  isOnDevice: boolean
  isSaving: boolean
  problem?: string | undefined
  /** The save failed because the server was unreachable or failed, so it is retried. */
  isLater?: boolean
  /** Left by a closed tab, and not sent since. */
  isRestored?: boolean
  save?: SaveCell
}

const cells = new Map<string, Cell>()
/** Cells whose latest input was saved since this page was opened. */
const saved = new Set<string>()
const listeners = new Set<() => void>()

export const cellKey = (line: WeekLine, date: string) => `${lineKey(line)} ${date}`

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const notify = () => {
  for (const listener of listeners) listener()
}

/** The input of a cell; undefined when it shows the saved value. */
export const useTypedCell = (key: string) => useStore(subscribe, () => cells.get(key))

/** Whether the input of a cell has been saved. */
export const useSavedCell = (key: string) => useStore(subscribe, () => saved.has(key))

/** For all cells together: whether one is being saved, or all have been. */
export const useSaveState = (): SaveState =>
  useStore(subscribe, () => {
    if ([...cells.values()].some(({ isSaving }) => isSaving)) return 'saving'
    return saved.size > 0 && cells.size === 0 ? 'saved' : undefined
  })

/** The error of a cell, or where its input is stored until it can be sent. */
export function problemOf({ problem, isLater, isOnDevice }: Cell): string | undefined {
  if (!isLater) return problem
  return LATER[isOnDevice ? 'device' : 'tab']
}

/** The lines of a week with input in a cell; such a line may have no rows yet. */
export function useTypedLines(monday: string): WeekLine[] {
  const find = useCallback(() => {
    const dates = datesOfWeek(monday)
    return [...cells].filter(([, { typed }]) => dates.includes(typed.date))
  }, [monday])
  // The snapshot is a string of keys, so that the page renders again when the set of cells changes, but not at each key
  // press.
  useStore(subscribe, () =>
    find()
      .map(([key]) => key)
      .join(),
  )
  return find().map(([, { typed }]) => typed.line)
}

type Typing = Pick<TypedCell, 'line' | 'date' | 'text' | 'work'> & { row: TimeEntry | undefined }

export function typeInCell({ row, ...typed }: Typing) {
  const key = cellKey(typed.line, typed.date)
  const before = cells.get(key)
  const since = before ? before.typed.since : { row }
  const { recordId = `${PAGE_ID}/${crypto.randomUUID()}`, problem } = before ?? {}
  const attempt = before?.typed.attempt
  saved.delete(key)
  put(key, {
    typed: { ...typed, since, attempt, isCommitted: false },
    recordId,
    problem,
    isOnDevice: false,
    isSaving: false,
  })
}

/** Discards the input of a cell: it is saved, or unwanted. */
export function forgetCell(key: string) {
  const cell = cells.get(key)
  cells.delete(key)
  openDrafts.delete(PREFIX + key)
  if (cell) removeRecord(key, cell.recordId)
  notify()
}

/** Saves the input once: does nothing for a cell that is being saved or is saved. */
export async function commitCell(key: string, save: SaveCell, shown: TimeEntry | undefined): Promise<void> {
  const cell = cells.get(key)
  if (!cell || cell.isSaving) return
  const { typed } = cell
  const { line, date, work, since } = typed
  const minutes = parseHours(typed.text)
  if (minutes === undefined) return change(key, { problem: CELL_HELP })
  const row = since ? since.row : shown
  if (minutes === (row?.minutes ?? 0)) return forgetCell(key)
  put(key, {
    ...cell,
    typed: { ...typed, isCommitted: true },
    isSaving: true,
    isRestored: false,
    problem: undefined,
    save,
  })
  const failure = await save({ line, date, work, row, minutes, keyFor: (body) => keyFor(key, body) })
  if (!failure) {
    saved.add(key)
    return forgetCell(key)
  }
  const now = cells.get(key)
  if (!now) return
  const { isLater, problem } = failure
  put(key, { ...now, typed: { ...now.typed, since: isLater ? since : undefined }, isSaving: false, isLater, problem })
  if (isLater) setTimeout(() => void retry(key), RETRY_DELAY_MS)
}

async function retry(key: string) {
  const cell = cells.get(key)
  if (cell?.isLater && cell.save && !cell.isSaving) await commitCell(key, cell.save, undefined)
}

/** The same body gets the same key, also after a reload, so that a lost response never creates a second row. */
function keyFor(key: string, body: unknown): string {
  const cell = cells.get(key)
  const json = JSON.stringify(body)
  const before = cell?.typed.attempt
  if (before?.json === json) return before.key
  const attempt = { json, key: crypto.randomUUID() }
  if (cell) put(key, { ...cell, typed: { ...cell.typed, attempt } })
  return attempt.key
}

function change(key: string, changed: Partial<Cell>) {
  const cell = cells.get(key)
  if (!cell) return
  cells.set(key, { ...cell, ...changed })
  notify()
}

function put(key: string, cell: Cell) {
  cells.set(key, cell)
  openDrafts.set(PREFIX + key, { isPending: () => cells.has(key), save: () => retry(key) })
  notify()
  void store(key, cell)
}

async function store(key: string, { recordId: id, typed }: Cell) {
  const owner = draftOwner()
  if (owner === undefined) return
  const isOnDevice = await storeOnDevice(owner, PREFIX + key, { id, draft: typed, changedAt: Date.now(), versions: [] })
  // Saved or discarded meanwhile.
  if (!cells.has(key)) return removeRecord(key, id)
  if (cells.get(key)?.typed === typed) change(key, { isOnDevice })
}

function removeRecord(key: string, id: string, owner = draftOwner()) {
  if (owner !== undefined) void removeFromDevice(owner, PREFIX + key, { id })
}

/** Restores the input that closed tabs of this login left on the device; if several have the same cell, the newest. */
async function restoreCells(owner: string) {
  for (const { subject, draft } of await readSubjects(owner, PREFIX)) {
    const key = subject.slice(PREFIX.length)
    const [page = ''] = draft.id.split('/')
    // A record of this page belongs to a login that has signed in here again.
    if ((page !== PAGE_ID && (await isPageOpen(page))) || owner !== draftOwner()) continue
    const before = cells.get(key)
    if (before?.recordId === draft.id) continue
    if (before && !before.isRestored) {
      removeRecord(key, draft.id)
      continue
    }
    if (before) removeRecord(key, before.recordId)
    // Safe cast: only store() writes records with this prefix.
    const typed = draft.draft as TypedCell
    const problem = typed.isCommitted ? undefined : PRESS_ENTER
    put(key, { typed, recordId: draft.id, isOnDevice: true, isSaving: false, isRestored: true, problem })
  }
}

watchDraftOwner((owner, isSame) => {
  if (isSame) return
  cells.clear()
  saved.clear()
  notify()
  if (owner !== undefined) void restoreCells(owner)
})
const present = draftOwner()
if (present !== undefined) void restoreCells(present)

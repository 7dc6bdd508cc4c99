// Which rows of a table are selected. A store outside React: a press renders its own checkbox, not the table.
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useKey, useShortcut } from '../web/shortcut.ts'
import { useStore } from '../web/store.ts'

type Snapshot = {
  selected: ReadonlySet<string>
  /** On small screens the boxes are hidden until they are asked for. */
  isChoosing: boolean
}

const nothing: Snapshot = { selected: new Set(), isChoosing: false }

export class TableSelection {
  #snapshot = nothing
  /** The rows that can be selected, in the order of the table. */
  #keys: readonly string[] = []
  /** The row that was toggled last, from which a range extends. */
  #anchor: string | undefined
  readonly #listeners = new Set<() => void>()

  /** With every row selected and the boxes shown: a list from which some are left out. */
  static ofAll(keys: readonly string[]) {
    const selection = new TableSelection()
    selection.#keys = keys
    selection.#snapshot = { selected: new Set(keys), isChoosing: true }
    return selection
  }

  readonly read = () => this.#snapshot
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Selects the row or not; `extendsRange` does the same with those between it and the row before. */
  toggle(key: string, extendsRange = false) {
    if (!this.#keys.includes(key)) return
    const isSelected = !this.#snapshot.selected.has(key)
    this.#set(extendsRange ? this.#rangeTo(key) : [key], isSelected)
    this.#anchor = key
  }

  toggleAll() {
    this.#set(this.#keys, !this.isAllSelected())
  }

  isAllSelected() {
    return this.#keys.length > 0 && this.#keys.every((key) => this.#snapshot.selected.has(key))
  }

  choose() {
    this.#tell({ ...this.#snapshot, isChoosing: true })
  }

  clear() {
    if (this.#snapshot !== nothing) this.#tell(nothing)
    this.#anchor = undefined
  }

  /** Rows that have left the list are selected no longer. */
  setKeys(keys: readonly string[]) {
    this.#keys = keys
    const { selected, isChoosing } = this.#snapshot
    const left = [...selected].filter((key) => keys.includes(key))
    if (left.length < selected.size) this.#tell({ selected: new Set(left), isChoosing })
  }

  #rangeTo(key: string) {
    const [from, to] = [this.#keys.indexOf(this.#anchor ?? key), this.#keys.indexOf(key)]
    return from < 0 ? [key] : this.#keys.slice(Math.min(from, to), Math.max(from, to) + 1)
  }

  #set(keys: readonly string[], isSelected: boolean) {
    const { selected, isChoosing } = this.#snapshot
    const others = [...selected].filter((key) => !keys.includes(key))
    this.#tell({ selected: new Set(isSelected ? [...others, ...keys] : others), isChoosing })
  }

  #tell(snapshot: Snapshot) {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}

/** Renders again with each change of the selection. */
export const useSelected = (selection: TableSelection) => useStore(selection.subscribe, selection.read)

/** Of one row, which renders again when its own state changes. */
export const useRowSelection = ({ subscribe, read }: TableSelection, key: string) => ({
  isSelected: useStore(subscribe, () => read().selected.has(key)),
  isChoosing: useStore(subscribe, () => read().isChoosing),
})

/** The selection of a list's rows: it grows with the list, and is empty when the list is another one. */
export function useTableSelection<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string, list: string) {
  const [selection] = useState(() => new TableSelection())
  const keys = useMemo(() => rows?.map(keyOf) ?? [], [rows, keyOf])
  useEffect(() => selection.setKeys(keys), [selection, keys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list
  useEffect(() => () => selection.clear(), [selection, list])
  return selection
}

/** Escape clears the selection. */
export function useEscapeToClear(selection: TableSelection) {
  const { selected, isChoosing } = useSelected(selection)
  useKey('Escape', selected.size > 0 || isChoosing ? () => selection.clear() : undefined)
}

/** x selects the row with the focus, or no longer. */
export function useSelectKey(body: RefObject<HTMLElement | null>, selection: TableSelection | undefined) {
  const select = () => {
    const { activeElement } = document
    const row = body.current?.contains(activeElement) ? activeElement?.closest<HTMLElement>('[data-row]') : undefined
    if (row?.dataset.row) selection?.toggle(row.dataset.row)
  }
  useShortcut('x', selection ? select : undefined)
}

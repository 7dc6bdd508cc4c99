// When the focused element is removed (a removed row, a closed dialog), a browser focuses nothing, and the keyboard starts again at
// the top of the page. This module moves the focus to the next element instead.
import { useEffect, useRef, useState } from 'react'

type Place = { parent: Node; previous: Node | null; next: Node | null }

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'
const HEADINGS = 'h1, h2, h3, h4'
const ROWS = 'tr, li'
const SECTIONS = 'section, article, form, aside, nav, li, table'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'
const TOASTS = '[data-sonner-toaster]'

/** The former position of each removed node. */
const places = new WeakMap<Node, Place>()
/** The element that had the focus when a dialog opened. */
const openers = new WeakMap<Element, Element>()
let focused: { element: HTMLElement; path: string } | undefined
let beforeToasts: Element | undefined
let awaitedRow: string | undefined
let isByKeyboard = false
/** Reads what has been removed and not been reported yet. */
let readPending: () => void = () => undefined

/** Whether the focused element has just been removed, and nothing has the focus yet. */
export const hasLostFocus = () => focused !== undefined && !focused.element.isConnected && hasNoFocus()

const hasNoFocus = () => !document.activeElement || document.activeElement === document.body

/** Keeps the focus on the page until the returned function is called. */
export function keepFocus(): () => void {
  const observer = new MutationObserver(noteRemoved)
  readPending = () => noteRemoved(observer.takeRecords())
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  document.addEventListener('focusin', noteFocus, options)
  document.addEventListener('keydown', () => noteInput(true), options)
  document.addEventListener('pointerdown', () => noteInput(false), options)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    stop.abort()
    readPending = () => undefined
  }
}

function noteRemoved(records: MutationRecord[]) {
  for (const { target, removedNodes, previousSibling: previous, nextSibling: next } of records)
    for (const node of removedNodes) places.set(node, { parent: target, previous, next })
  moveOn()
  focusAwaitedRow()
}

function noteFocus({ target, relatedTarget }: FocusEvent) {
  if (!(target instanceof HTMLElement)) return
  focused = { element: target, path: location.pathname }
  const from = relatedTarget instanceof Element ? relatedTarget : undefined
  if (target.closest(TOASTS) && !from?.closest(TOASTS)) beforeToasts = from
}

function noteInput(byKeyboard: boolean) {
  isByKeyboard = byKeyboard
  awaitedRow = undefined
}

/** Moves the focus from a removed element, unless a new page or a closed dialog moves it itself. */
function moveOn() {
  if (!focused || focused.element.isConnected) return
  const { element, path } = focused
  focused = undefined
  if (!hasNoFocus() || path !== location.pathname || isInClosedDialog(element)) return
  focusFrom(element.closest(TOASTS) ? beforeToasts : element)
}

const isInClosedDialog = (element: Element) => element.closest(DIALOGS)?.isConnected === false

/** Focuses an element, or, when it is gone, the one next to its former position. */
function focusFrom(element: Element | undefined): undefined {
  if (!element || element === document.body) return focusHeading(undefined)
  if (tryFocus(element)) return
  const dialog = element.closest(DIALOGS)
  const opener = dialog?.isConnected === false && openers.get(dialog)
  if (opener) return focusFrom(opener)
  const place = placeOf(element)
  // The whole page was replaced.
  if (place?.parent instanceof Element && place.parent.matches('main')) return focusHeading(undefined)
  const next =
    place &&
    (inNextRow(place, element) ?? inItsPlace(place) ?? inSameRow(place, element) ?? inListAbove(place, element))
  if (!tryFocus(next)) focusHeading(place?.parent)
}

/** Tries twice, as the list of toasts once takes the focus back when it loses it. */
function tryFocus(element: Element | undefined, options?: FocusOptions): boolean {
  if (!(element instanceof HTMLElement && element.isConnected)) return false
  element.focus(options)
  if (document.activeElement !== element) element.focus(options)
  return document.activeElement === element
}

/** The position of an element that is or was in the document, with the outermost node that was removed with it. */
function placeOf(element: Element): (Place & { removed: Node }) | undefined {
  if (element.isConnected && element.parentNode)
    return {
      removed: element,
      parent: element.parentNode,
      previous: element.previousSibling,
      next: element.nextSibling,
    }
  let removed: Node = element
  for (let place: Place | undefined; !removed.isConnected; removed = place.parent) {
    const root: Node = removed.getRootNode()
    place = places.get(root)
    if (!place) return undefined
    if (place.parent.isConnected) return { removed: root, ...place, next: remaining(place.next, place.parent) }
  }
  return undefined
}

/** The node, or the first of its former successors that is still in the document. */
function remaining(next: Node | null, parent: Node): Node | null {
  let node = next
  while (node && node.parentNode !== parent) node = places.get(node)?.next ?? null
  return node
}

type Gone = NonNullable<ReturnType<typeof placeOf>>

/** The control in the row after a removed row, or in the row before. */
function inNextRow({ removed, parent, next }: Gone, lost: Element): HTMLElement | undefined {
  if (!(removed instanceof Element && removed.matches(ROWS))) return undefined
  const rows = [...parent.childNodes].filter((node) => node !== removed)
  const at = next ? rows.indexOf(next as ChildNode) : rows.length
  return firstOf([...rows.slice(at), ...rows.slice(0, at).toReversed()], lost)
}

/** What replaced the removed node: the form that a button opened, or the button after the form. */
function inItsPlace({ removed, parent, previous, next }: Gone): HTMLElement | undefined {
  const now = next ? next.previousSibling : parent.lastChild
  if (now === previous || now === removed || !(removed instanceof Element) || removed.querySelector(ROWS))
    return undefined
  return now instanceof Element && now.isConnected ? controlsIn(now)[0] : undefined
}

/** Another control in the row that lost one. */
const inSameRow = ({ parent }: Gone, lost: Element) =>
  firstOf(parent instanceof Element ? [parent.closest(ROWS)] : [], lost)

/** The last row of the list above a removed 'Visa fler'. */
const inListAbove = ({ previous }: Gone, lost: Element) =>
  firstOf(previous instanceof Element ? [...previous.querySelectorAll(ROWS)].toReversed() : [], lost)

/** A control in the first row that has any: the one with the same verb, else the first. */
function firstOf(rows: readonly (Node | null)[], lost: Element): HTMLElement | undefined {
  for (const row of rows) {
    const controls = row instanceof Element ? controlsIn(row) : []
    if (controls.length > 0) return controls.find((control) => verbOf(control) === verbOf(lost)) ?? controls[0]
  }
  return undefined
}

const verbOf = (element: Element) => (element.ariaLabel ?? element.textContent ?? '').trim().split(/\s/, 1)[0]

const controlsIn = (element: Element) =>
  [element, ...element.querySelectorAll(CONTROLS)].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(CONTROLS) && one.tabIndex >= 0 && one.checkVisibility?.() !== false,
  )

/** Focuses the nearest heading, or the content of the page when everything around is gone, as after a page load. */
function focusHeading(place: Node | undefined): undefined {
  const from = place instanceof Element && place.isConnected ? place : null
  const heading = headingOf(from) ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  // For a user with a mouse or touch the page must not scroll.
  tryFocus(heading, { preventScroll: !isByKeyboard || heading.matches('main') })
}

/** The nearest heading, excluding those of neighbouring sections. */
function headingOf(place: Element | null): HTMLElement | undefined {
  const isOfPlace = (heading: Element) => heading.closest(SECTIONS)?.contains(place) !== false
  for (let around = place; around; around = around.parentElement) {
    const heading = [...around.querySelectorAll<HTMLElement>(HEADINGS)].find(isOfPlace)
    if (heading) return heading
  }
  return undefined
}

/** Focuses a row of a `Table` or a list with `data-row` as soon as it is shown, unless the user does something else first. */
export function focusRow(key: string | undefined): void {
  awaitedRow = key
  focusAwaitedRow()
}

function focusAwaitedRow() {
  const row = awaitedRow && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(awaitedRow)}"]`)
  if (!row) return
  awaitedRow = undefined
  const control = controlsIn(row)[0]
  if (!control) row.tabIndex = -1
  tryFocus(control ?? row)
}

/**
 * For a dialog: returns the ref for an element in it. When the dialog closes, the focus returns to where it was before, or, when
 * that element is gone, to the one next to its former position. React Aria does this too early, while the page is still inert.
 */
export function useFocusReturn<Inside extends Element>() {
  const inside = useRef<Inside>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = inside.current?.closest(DIALOGS)
    if (dialog && opener) openers.set(dialog, opener)
    // A microtask, to run after the effects of React Aria that make the page active again.
    return () =>
      queueMicrotask(() => {
        // The opener may have been removed since, in the same task.
        readPending()
        if (hasNoFocus()) focusFrom(opener ?? undefined)
      })
  }, [opener])
  return inside
}

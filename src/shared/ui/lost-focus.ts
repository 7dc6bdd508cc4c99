// What has the focus may leave the document: a row that is removed, a dialog that closes. A browser then focuses nothing, and a
// keyboard begins again at the top of the page. Here the focus goes to what is next instead.
import { useEffect, useRef, useState } from 'react'

type Place = { parent: Node; previous: Node | null; next: Node | null }

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'
const HEADINGS = 'h1, h2, h3, h4'
const ROWS = 'tr, li'
const SECTIONS = 'section, article, form, aside, nav, li, table'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'
const TOASTS = '[data-sonner-toaster]'

/** Where each removed node was. */
const places = new WeakMap<Node, Place>()
/** What had the focus when a dialog opened. */
const openers = new WeakMap<Element, Element>()
let focused: { element: HTMLElement; path: string } | undefined
let beforeToasts: Element | undefined
let awaitedRow: string | undefined
let isByKeyboard = false

/** What had the focus has just left the document, and nothing has it yet. */
export const hasLostFocus = () => focused !== undefined && !focused.element.isConnected && hasNoFocus()

const hasNoFocus = () => !document.activeElement || document.activeElement === document.body

/** Keeps the focus on the page until the returned function is called. */
export function keepFocus(): () => void {
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, previousSibling: previous, nextSibling: next } of records)
      for (const node of removedNodes) places.set(node, { parent: target, previous, next })
    moveOn()
    focusAwaitedRow()
  })
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  document.addEventListener('focusin', noteFocus, options)
  document.addEventListener('keydown', () => noteInput(true), options)
  document.addEventListener('pointerdown', () => noteInput(false), options)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    stop.abort()
  }
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

/** A new page focuses its content by itself, and a dialog that closes what opened it. */
function moveOn() {
  if (!focused || focused.element.isConnected) return
  const { element, path } = focused
  focused = undefined
  if (!hasNoFocus() || path !== location.pathname || isInClosedDialog(element)) return
  focusFrom(element.closest(TOASTS) ? beforeToasts : element)
}

const isInClosedDialog = (element: Element) => element.closest(DIALOGS)?.isConnected === false

/** Focuses an element, or when it is gone what is next to where it was. */
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

/** Twice, as the list of toasts takes the focus back once when it leaves. */
function tryFocus(element: Element | undefined, options?: FocusOptions): boolean {
  if (!(element instanceof HTMLElement && element.isConnected)) return false
  element.focus(options)
  if (document.activeElement !== element) element.focus(options)
  return document.activeElement === element
}

/** Of an element that is in the document or was, with the outermost node that was removed with it. */
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

/** The first of a node and those that followed it which is still there. */
function remaining(next: Node | null, parent: Node): Node | null {
  let node = next
  while (node && node.parentNode !== parent) node = places.get(node)?.next ?? null
  return node
}

type Gone = NonNullable<ReturnType<typeof placeOf>>

/** The control of the row after a removed row, or of the one before. */
function inNextRow({ removed, parent, next }: Gone, lost: Element): HTMLElement | undefined {
  if (!(removed instanceof Element && removed.matches(ROWS))) return undefined
  const rows = [...parent.childNodes].filter((node) => node !== removed)
  const at = next ? rows.indexOf(next as ChildNode) : rows.length
  return firstOf([...rows.slice(at), ...rows.slice(0, at).toReversed()], lost)
}

/** What came where something else was: the form that a button opened, or the button after the form. */
function inItsPlace({ removed, parent, previous, next }: Gone): HTMLElement | undefined {
  const now = next ? next.previousSibling : parent.lastChild
  if (now === previous || now === removed || !(removed instanceof Element) || removed.querySelector(ROWS))
    return undefined
  return now instanceof Element && now.isConnected ? controlsIn(now)[0] : undefined
}

/** Another control of the row that lost one. */
const inSameRow = ({ parent }: Gone, lost: Element) =>
  firstOf(parent instanceof Element ? [parent.closest(ROWS)] : [], lost)

/** The last row of the list that a removed 'Visa fler' was below. */
const inListAbove = ({ previous }: Gone, lost: Element) =>
  firstOf(previous instanceof Element ? [...previous.querySelectorAll(ROWS)].toReversed() : [], lost)

/** The control of the first row that has one: the one with the same verb, or else the row's first. */
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

/** The nearest heading of a place, or the content of the page when all that was around is gone, as after a page load. */
function focusHeading(place: Node | undefined): undefined {
  const from = place instanceof Element && place.isConnected ? place : null
  const heading = headingOf(from) ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  // For who points, the page must not jump.
  tryFocus(heading, { preventScroll: !isByKeyboard || heading.matches('main') })
}

/** Not one of a section beside it. */
function headingOf(place: Element | null): HTMLElement | undefined {
  const isOfPlace = (heading: Element) => heading.closest(SECTIONS)?.contains(place) !== false
  for (let around = place; around; around = around.parentElement) {
    const heading = [...around.querySelectorAll<HTMLElement>(HEADINGS)].find(isOfPlace)
    if (heading) return heading
  }
  return undefined
}

/** Focuses a row of a `Table` or a list with `data-row` as soon as it is shown, unless the person does something else before. */
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
 * Of a dialog: the ref of something in it. When it closes, what had the focus before gets it back, or when that is gone what is
 * next to where it was. React Aria tries too, but in a closing transition while the page is still inert.
 */
export function useFocusReturn<Inside extends Element>() {
  const inside = useRef<Inside>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = inside.current?.closest(DIALOGS)
    if (dialog && opener) openers.set(dialog, opener)
    // After the effects of React Aria, which make the page active again.
    return () => queueMicrotask(() => hasNoFocus() && focusFrom(opener ?? undefined))
  }, [opener])
  return inside
}

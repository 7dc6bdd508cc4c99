import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

/** Longer than the exit animation of a toast, whose timer must not outlive jsdom's window. */
const TOAST_EXIT_MS = 300

// Screens wait for the server and for lazy modules, which on a loaded machine takes longer than the default second.
if (typeof document !== 'undefined') {
  const { configure, prettyDOM } = await import('@testing-library/react')
  configure({
    asyncUtilTimeout: 60_000,
    getElementError: (message, container) => notFound(message, container, prettyDOM),
  })
  // jsdom does not implement media queries, so none matches.
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
  afterAll(() => wait(TOAST_EXIT_MS))
}

/** `findBy…` polls. Printing the page is slow, so it is done only when the error's message is read. */
function notFound(message: string | null, container: Element, print: (container: Element) => string | false) {
  const error = new Error()
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, print(container)].filter(Boolean).join('\n\n')),
    set: (message: string) => {
      text = message
    },
  })
  return Object.assign(error, { name: 'TestingLibraryElementError' })
}

// Any console output fails a test, because a permanent warning would be overlooked.
const output: unknown[][] = []

beforeEach(() => {
  output.length = 0
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      if (!isActWarning(values)) output.push([method, ...values])
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(output, 'console output').toEqual([])
})

/** Caused by a lazy module that loads during or between the steps of a test, not by the product. */
const isActWarning = ([message]: unknown[]) =>
  /inside a test was not wrapped in act|suspended inside an `act` scope/.test(String(message))

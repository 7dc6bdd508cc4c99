import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

/** Longer than a toast takes to leave: its timer outlives the screen, and must not outlive the window. */
const LAST_TOAST_MS = 300

// A screen waits for the server behind it and for lazy parts; on a busy machine that takes more than a second.
if (typeof document !== 'undefined') {
  const { configure, prettyDOM } = await import('@testing-library/react')
  configure({
    asyncUtilTimeout: 10_000,
    getElementError: (message, container) => notFound(message, container, prettyDOM),
  })
  // jsdom has no media queries: none matches.
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
  afterAll(() => wait(LAST_TOAST_MS))
}

/** What is looked for again and again until it is there: the page is printed only for who reads why it was not found. */
function notFound(message: string | null, container: Element, print: (container: Element) => string | false) {
  const error = new Error()
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, print(container)].filter(Boolean).join('\n\n')),
    set: (given: string) => {
      text = given
    },
  })
  return Object.assign(error, { name: 'TestingLibraryElementError' })
}

// What a test lets out on the console is a warning that somebody would learn to overlook.
const said: unknown[][] = []

beforeEach(() => {
  said.length = 0
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      if (!isAboutTheTest(words)) said.push([method, ...words])
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(said, 'what was said on the console').toEqual([])
})

/** A lazy part that arrives between two steps of a test says nothing of the product. */
const isAboutTheTest = ([message]: unknown[]) => String(message).includes('inside a test was not wrapped in act')

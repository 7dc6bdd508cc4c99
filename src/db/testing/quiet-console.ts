import { afterEach, beforeEach, expect, vi } from 'vitest'

// What a test lets out on the console is a warning that somebody would learn to overlook.
const said: unknown[][] = []

beforeEach(() => {
  said.length = 0
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void said.push([method, ...words]))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(said, 'what was said on the console').toEqual([])
})

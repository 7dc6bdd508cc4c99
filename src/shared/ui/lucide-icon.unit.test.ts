import * as imports from 'lucide-react/dynamicIconImports'
import { expect, test } from 'vitest'
import { pathOf } from './lucide-icon.tsx'

test('every icon has only known shapes, and filled shapes are smaller than the stroke', async () => {
  // Its types describe the module that CommonJS gets.
  const icons = imports.default as unknown as Record<
    string,
    () => Promise<{ __iconData: Parameters<typeof pathOf>[0] }>
  >
  const all = await Promise.all(Object.values(icons).map((load) => load()))
  expect(all.length).toBeGreaterThan(1000)
  for (const { __iconData: data } of all) {
    for (const [shape, attributes] of data.node) {
      expect(pathOf({ node: [[shape, attributes]] })).toMatch(/^M[-\d.,\sMmLlHhVvCcSsQqTtAaZz]+$/)
      if (attributes.fill) expect(Number(attributes.r)).toBeLessThanOrEqual(1)
    }
  }
})

test('shapes keep their start and end, whatever is drawn before them', () => {
  const path = (shape: string, attributes: Record<string, string>) => pathOf({ node: [[shape, attributes]] })
  expect(path('path', { d: 'm6 9 6 6 6-6' })).toBe('M0 0m6 9 6 6 6-6')
  expect(path('circle', { cx: '12', cy: '10', r: '3' })).toBe('M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z')
  expect(path('line', { x1: '1', y1: '2', x2: '3', y2: '4' })).toBe('M1 2L3 4')
  expect(path('polygon', { points: '1,2 3,4 5,6' })).toBe('M1,2 3,4 5,6z')
  expect(path('rect', { x: '2', y: '4', width: '20', height: '16', rx: '2' })).toBe(
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  )
})

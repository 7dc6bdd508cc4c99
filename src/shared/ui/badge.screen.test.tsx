// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Badge } from './badge.tsx'

afterEach(cleanup)

test('a strong badge is filled and has an icon, which screen readers do not read', () => {
  render(
    <>
      <Badge variant="destructive" emphasis="strong">
        Akut
      </Badge>
      <Badge variant="destructive">Öppen</Badge>
    </>,
  )
  const [urgent, open] = [screen.getByText('Akut'), screen.getByText('Öppen')]
  expect(urgent.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(open.querySelector('svg')).toBeNull()
  expect([urgent, open].map(({ classList }) => classList.contains('bg-danger'))).toEqual([true, false])
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCurrentPath, RouteLink } from './route-link.tsx'
import { show } from './testing/show.tsx'

/** Records links that the browser would follow, which jsdom cannot. */
const followedByBrowser = vi.fn()
const onClick = (event: MouseEvent) => {
  if (!event.defaultPrevented) followedByBrowser((event.target as HTMLAnchorElement).getAttribute('href'))
  event.preventDefault()
}
beforeEach(() => {
  addEventListener('click', onClick)
})
afterEach(() => {
  removeEventListener('click', onClick)
  followedByBrowser.mockReset()
  cleanup()
})

test('a link to a screen navigates to its path, query and fragment', async () => {
  const { router } = show(<RouteLink to="/arenden/7?flik=2#svar">Ärende 7</RouteLink>)
  await userEvent.setup().click(screen.getByRole('link'))
  expect(router.state.location).toMatchObject({ pathname: '/arenden/7', search: '?flik=2', hash: '#svar' })
  expect(router.state.historyAction).toBe('PUSH')
  expect(followedByBrowser).not.toHaveBeenCalled()
})

test('a link to the open screen adds nothing to the history', async () => {
  const { router } = show(<RouteLink to={location.pathname}>Hit</RouteLink>)
  await userEvent.setup().click(screen.getByRole('link'))
  expect(router.state.historyAction).toBe('REPLACE')
})

test.each([
  ['Ctrl', { to: '/annan' }, '{Control>}'],
  ['Shift', { to: '/annan' }, '{Shift>}'],
  ['a target', { to: '/annan', target: '_blank' }, ''],
  ['another site', { to: 'https://example.se/' }, ''],
  ['a telephone number', { to: 'tel:+4618123456' }, ''],
])('with %s it is the browser that follows the link', async (_case, link, keys) => {
  const { router } = show(<RouteLink {...link}>x</RouteLink>)
  const user = userEvent.setup()
  if (keys) await user.keyboard(keys)
  await user.click(screen.getByRole('link'))
  expect(router.state.location.pathname).toBe('/')
  expect(followedByBrowser).toHaveBeenCalledOnce()
})

test('the link’s own click handler runs first and may prevent the navigation', async () => {
  const { router } = show(
    <RouteLink to="/annan" onClick={(event) => event.preventDefault()}>
      x
    </RouteLink>,
  )
  await userEvent.setup().click(screen.getByRole('link'))
  expect(router.state.location.pathname).toBe('/')
})

test('outside the router it is an ordinary link', async () => {
  render(<RouteLink to="/annan">x</RouteLink>)
  await userEvent.setup().click(screen.getByRole('link'))
  expect(followedByBrowser).toHaveBeenCalledExactlyOnceWith('/annan')
})

test('a menu item is current for its screen and those below it, an exact one only for its own', () => {
  expect(isCurrentPath('/backoffice/tickets/7', '/backoffice/tickets')).toBe(true)
  expect(isCurrentPath('/backoffice/ticketsx', '/backoffice/tickets')).toBe(false)
  expect(isCurrentPath('/backoffice/tickets', '/backoffice', true)).toBe(false)
  expect(isCurrentPath('/backoffice', '/backoffice', true)).toBe(true)
})

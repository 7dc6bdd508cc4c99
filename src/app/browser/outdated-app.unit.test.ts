// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { BUILD_HEADER } from '#shared/contract.ts'
import { until } from '#shared/testing/until.ts'
import { useDraft } from '#shared/web/draft.ts'
import { setDraftOwner } from '#shared/web/draft-owner.ts'
import { noticingBuild } from '#shared/web/load-code.ts'
import { reloadWhenOutdated } from './outdated-app.ts'

const answerFrom = (build: string) =>
  noticingBuild(async () => new Response(null, { headers: { [BUILD_HEADER]: build } }))('/api/time')

beforeEach(async () => {
  document.documentElement.dataset.build = 'first'
  await answerFrom('first')
})
afterEach(async () => {
  await answerFrom('first')
  delete document.documentElement.dataset.build
})

function openTab() {
  const load = vi.fn<(href: string) => void>()
  const screen = { loader: () => null, Component: () => null }
  const archive = Promise.withResolvers<typeof screen>()
  const router = createMemoryRouter(
    [
      { path: '/', ...screen },
      { path: '/kunder', ...screen },
      { path: '/arkiv', lazy: () => archive.promise },
    ],
    { initialEntries: ['/'] },
  )
  onTestFinished(reloadWhenOutdated(router, load))
  return { router, load, arrive: () => archive.resolve(screen) }
}

test('a tab of the same build navigates without a reload', async () => {
  const { router, load } = openTab()
  await router.navigate('/kunder')
  expect(router.state.location.pathname).toBe('/kunder')
  expect(load).not.toHaveBeenCalled()
})

test('a new build is loaded at the next navigation to another screen, not before', async () => {
  const { router, load } = openTab()
  await answerFrom('second')
  await router.navigate('/?month=2026-11')
  expect(load).not.toHaveBeenCalled()
  void router.navigate('/kunder?sok=berg')
  await until(() => expect(load).toHaveBeenCalledExactlyOnceWith('/kunder?sok=berg'))
})

test('a screen that is still loading is loaded again as soon as the new build is known', async () => {
  const { router, load, arrive } = openTab()
  void router.navigate('/arkiv')
  await until(() => expect(router.state.navigation.state).toBe('loading'))
  expect(load).not.toHaveBeenCalled()
  await answerFrom('second')
  await until(() => expect(load).toHaveBeenCalledExactlyOnceWith('/arkiv'))
  arrive()
})

test('a draft is saved before the reload, and one that cannot be saved postpones it', async () => {
  setDraftOwner('tove')
  const { router, load } = openTab()
  const save = vi.fn(() => Promise.reject(new Error('offline')))
  const saved = { draft: { comment: '' }, version: null, savedAt: null }
  const draft = renderHook(() => useDraft({ key: 'ticket:1', empty: { comment: '' }, saved, save }))
  act(() => draft.result.current.change({ comment: 'Bytt router' }))
  await answerFrom('second')
  await router.navigate('/kunder')
  await until(() => expect(save).toHaveBeenCalled())
  expect(load).not.toHaveBeenCalled()

  save.mockImplementation(() => Promise.resolve(saved) as Promise<never>)
  void router.navigate('/arkiv')
  await until(() => expect(load).toHaveBeenCalledExactlyOnceWith('/arkiv'))
  draft.unmount()
  setDraftOwner('ingen')
})

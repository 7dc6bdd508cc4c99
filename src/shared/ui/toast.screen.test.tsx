// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ComposerForm } from './composer-form.tsx'
import { Form } from './form.tsx'
import { show } from './testing/show.tsx'
import { showToast, Toaster } from './toast.tsx'

function Letter({ onSend = () => {} }: { onSend?: () => void }) {
  const form = useForm()
  return (
    <>
      <Form form={form} onSubmit={onSend}>
        <Button type="submit">Skicka</Button>
      </Form>
      <Toaster />
    </>
  )
}

const fail = (options: { outlivesPage?: boolean } = {}) =>
  act(() => showToast({ title: 'Kunde inte skicka', tone: 'error', ...options }))
const isGone = () => waitFor(() => expect(screen.queryByText('Kunde inte skicka')).toBeNull())
const isThere = async () => expect(await screen.findByText('Kunde inte skicka')).toBeTruthy()

afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
})

test('an error is dismissed when something succeeds, but not by other toasts', async () => {
  show(<Letter />)
  fail()
  await isThere()
  act(() => showToast({ title: 'Kopierat', tone: 'info' }))
  expect(await screen.findByText('Kopierat')).toBeTruthy()
  await isThere()
  act(() => showToast({ title: 'Skickat', tone: 'success' }))
  await isGone()
  expect(await screen.findByText('Skickat')).toBeTruthy()
})

test('an error is dismissed when the form is sent again', async () => {
  show(<Letter />)
  fail()
  await isThere()
  await userEvent.click(screen.getByRole('button', { name: 'Skicka' }))
  await isGone()
})

test('an error is dismissed on navigation; one that is shown with a navigation, on the next', async () => {
  const { router } = show(<Letter />, <Letter />)
  fail()
  await isThere()
  await act(() => router.navigate('/annan'))
  await isGone()
  fail({ outlivesPage: true })
  await act(() => router.navigate('/tredje'))
  await isThere()
  await act(() => router.navigate('/fjarde'))
  await isGone()
})

test('toasts are at the bottom, but at the top on a phone and beside a composer, whose buttons are at the bottom', async () => {
  const place = () => document.querySelector('[data-sonner-toaster]')?.getAttribute('data-y-position')
  show(<Letter />)
  fail()
  await isThere()
  expect(place()).toBe('bottom')
  cleanup()
  show(
    <>
      <Letter />
      <ComposerForm label="Svar" isEmpty onSend={async () => undefined} className="">
        <p>Svaret</p>
      </ComposerForm>
    </>,
  )
  fail()
  await waitFor(() => expect(place()).toBe('top'))
  cleanup()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  show(<Letter />)
  fail()
  await waitFor(() => expect(place()).toBe('top'))
})

test('Ångra is reached with one key, and dismissed by the next action', async () => {
  const undo = vi.fn(async () => undefined)
  show(<Letter />)
  screen.getByRole('button', { name: 'Skicka' }).focus()
  act(() => showToast({ title: 'Rad borttagen', tone: 'success', undo }))
  expect(await screen.findByText(/Tryck F8/)).toBeTruthy()
  await userEvent.keyboard('{F8}')
  expect(document.activeElement?.textContent).toContain('Ångra')
  await userEvent.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()

  act(() => showToast({ title: 'En rad till borttagen', tone: 'success', undo }))
  await screen.findByText('En rad till borttagen')
  act(() => showToast({ title: 'Sparat', tone: 'success' }))
  await waitFor(() => expect(screen.queryByText('En rad till borttagen')).toBeNull())

  act(() => showToast({ title: 'Rad tre borttagen', tone: 'success', undo }))
  await screen.findByText('Rad tre borttagen')
  act(() => showToast({ title: 'Rad kopierad', tone: 'info' }))
  await waitFor(() => expect(screen.queryByText('Rad tre borttagen')).toBeNull())
})

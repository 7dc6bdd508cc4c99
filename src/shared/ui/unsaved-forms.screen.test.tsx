// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setDraftOwner } from '../web/draft-owner.ts'
import { useFormRecovery } from '../web/form-recovery.ts'
import { Form } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { show } from './testing/show.tsx'
import { TextField } from './text-field.tsx'

type Props = { isStored?: boolean }

function LetterDialog({ isStored = false }: Props) {
  const form = useForm({ defaultValues: { title: '' } })
  const place = useFormRecovery(form, { key: 'letter', isOnDevice: isStored })
  return (
    <FormDialog title="Brev" form={form} onSubmit={() => undefined} place={place} onClose={() => undefined}>
      <TextField control={form.control} name="title" label="Ämne" />
    </FormDialog>
  )
}

function LetterPage({ isStored = false }: Props) {
  const form = useForm({ defaultValues: { title: '' } })
  const place = useFormRecovery(form, { key: 'letter-page', isOnDevice: isStored })
  return (
    <Form form={form} onSubmit={() => undefined} label="Brev" warnsUnsaved isOnDevice={place === 'device'}>
      <TextField control={form.control} name="title" label="Ämne" />
    </Form>
  )
}

/** Whether the browser would ask before closing the tab. */
function asksBeforeClosing() {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const write = () => userEvent.type(screen.getByRole('textbox', { name: 'Ämne' }), 'Hej')

beforeEach(() => {
  setDraftOwner('nobody')
  setDraftOwner('anna')
})
afterEach(cleanup)

for (const [name, Letter] of [
  ['a dialog', LetterDialog],
  ['a form of a page', LetterPage],
] as const) {
  test(`closing the tab asks before text typed in ${name} is lost, but not once it is on the device`, async () => {
    show(<Letter />)
    expect(asksBeforeClosing()).toBe(false)
    await write()
    expect(asksBeforeClosing()).toBe(true)
    cleanup()
    show(<Letter isStored />)
    await write()
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  test(`closing the tab asks when ${name} cannot be stored on the device`, async () => {
    const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    show(<Letter isStored />)
    await write()
    expect(asksBeforeClosing()).toBe(true)
    refused.mockRestore()
  })
}

test('closing a dialog asks, also when its text is stored on the device', async () => {
  show(<LetterDialog isStored />)
  await write()
  expect(await screen.findByText('Sparat på enheten')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(screen.getByText('Stänga utan att spara?')).toBeTruthy()
})

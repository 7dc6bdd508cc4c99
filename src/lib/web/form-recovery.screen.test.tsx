// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Form } from '../ui/form.tsx'
import { show } from '../ui/testing.tsx'
import { TextField } from '../ui/text-field.tsx'
import { setDraftOwner } from './draft.ts'
import { hasFormSnapshot, snapshotForms, useFormRecovery } from './form-recovery.ts'

function MessageCard() {
  const form = useForm({ defaultValues: { title: '', sender: '' } })
  useFormRecovery(form, { key: 'letter', omit: 'sender' })
  return (
    <Form form={form} onSubmit={() => undefined} label={form.formState.isDirty ? 'ändrat' : 'orört'}>
      <TextField control={form.control} name="title" label="Ämne" />
      <TextField control={form.control} name="sender" label="Från" />
    </Form>
  )
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Ämne' }).value
const sender = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Från' }).value

async function write() {
  show(<MessageCard />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Ämne' }), 'Skrivaren')
  await userEvent.type(screen.getByRole('textbox', { name: 'Från' }), 'Anna')
}

beforeEach(() => {
  setDraftOwner('nobody')
  setDraftOwner('anna')
})
afterEach(cleanup)

test('what was written when the session ended is there once, as not saved', async () => {
  await write()
  snapshotForms()
  cleanup()
  expect(hasFormSnapshot('letter')).toBe(true)
  setDraftOwner('anna')

  show(<MessageCard />)
  expect([title(), sender()]).toEqual(['Skrivaren', ''])
  expect(screen.getByRole('form', { name: 'ändrat' })).toBeTruthy()
  cleanup()

  show(<MessageCard />)
  expect(title()).toBe('')
})

test('nobody else gets it', async () => {
  await write()
  snapshotForms()
  cleanup()
  setDraftOwner('bo')
  show(<MessageCard />)
  expect(title()).toBe('')
})

test('a form that was closed, or that nothing was written in, is not kept', async () => {
  await write()
  cleanup()
  show(<MessageCard />)
  snapshotForms()
  expect([title(), hasFormSnapshot('letter')]).toEqual(['', false])
})

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Form } from '../ui/form.tsx'
import { show } from '../ui/testing/show.tsx'
import { TextField } from '../ui/text-field.tsx'
import { setDraftOwner } from './draft-owner.ts'
import { hasFormSnapshot, snapshotForms, snapshotSubject, useFormRecovery } from './form-recovery.ts'

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

test('what was typed when the session ended is restored once, as unsaved', async () => {
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

test('another user does not get what was typed', async () => {
  await write()
  snapshotForms()
  cleanup()
  setDraftOwner('bo')
  show(<MessageCard />)
  expect(title()).toBe('')
})

test('a closed or unchanged form is not stored', async () => {
  await write()
  cleanup()
  show(<MessageCard />)
  snapshotForms()
  expect([title(), hasFormSnapshot('letter')]).toEqual(['', false])
})

function AddressCard({ saved }: { saved: { version: number; name: string; street: string } }) {
  const form = useForm({ defaultValues: { name: saved.name, street: saved.street } })
  useFormRecovery(form, { key: 'address:1', subject: saved })
  return (
    <Form form={form} onSubmit={() => undefined}>
      <TextField control={form.control} name="name" label="Namn" />
      <TextField control={form.control} name="street" label="Gata" />
    </Form>
  )
}

test('only changed fields of a row are restored, together with the row as it was opened', async () => {
  const opened = { version: 1, name: 'Anna', street: 'Storgatan 1' }
  show(<AddressCard saved={opened} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Gata' }), '2')
  snapshotForms()
  cleanup()
  expect([snapshotSubject('address:'), snapshotSubject('letter')]).toEqual([opened, undefined])
  show(<AddressCard saved={{ version: 2, name: 'Anna Berg', street: 'Storgatan 1' }} />)
  const texts = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
  expect(texts).toEqual(['Anna Berg', 'Storgatan 12'])
})

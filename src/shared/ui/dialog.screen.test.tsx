// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, DialogActions, DialogCancel } from './dialog.tsx'
import { show } from './testing/show.tsx'

function Removal({ onRemove }: { onRemove: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Ta bort</Button>
      <ConfirmDialog
        title="Ta bort kund"
        text="Är du säker på att du vill ta bort denna kund?"
        confirmLabel="Ta bort kund"
        isDanger
        isOpen={isOpen}
        onConfirm={async () => {
          await onRemove()
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

afterEach(cleanup)

test('a confirmation is answered by its verb or cancelled by Esc, and the focus returns', async () => {
  const onRemove = vi.fn(async () => {})
  show(<Removal onRemove={onRemove} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Ta bort' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ta bort'))
  expect(onRemove).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Ta bort' }))
  await user.click(screen.getByRole('button', { name: 'Ta bort kund' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onRemove).toHaveBeenCalledOnce()
})

function Letter({ onClose, hasUnsaved }: { onClose: () => void; hasUnsaved: boolean }) {
  return (
    <Dialog title="Ny kund" isOpen onClose={onClose} hasUnsaved={hasUnsaved}>
      <DialogActions>
        <DialogCancel />
      </DialogActions>
    </Dialog>
  )
}

const ways = {
  'the cross': () => userEvent.click(screen.getByRole('button', { name: 'Stäng' })),
  Escape: () => userEvent.keyboard('{Escape}'),
  Avbryt: () => userEvent.click(screen.getByRole('button', { name: 'Avbryt' })),
}

test.each(Object.entries(ways))('a dialog with unsaved text asks before %s closes it', async (_way, leave) => {
  const onClose = vi.fn()
  show(<Letter onClose={onClose} hasUnsaved />)
  await leave()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  await leave()
  await userEvent.click(screen.getByRole('button', { name: 'Stäng ändå' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(Object.entries(ways))('a dialog without unsaved text is closed by %s', async (_way, leave) => {
  const onClose = vi.fn()
  show(<Letter onClose={onClose} hasUnsaved={false} />)
  await leave()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a disabled button keeps its focus and shows the reason', async () => {
  const onPress = vi.fn()
  show(
    <Button onPress={onPress} disabledReason="Bara administratörer kan ta bort kunder.">
      Ta bort kund
    </Button>,
  )
  const user = userEvent.setup()
  await user.tab()
  const button = screen.getByRole('button', { name: 'Ta bort kund' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  const describedBy = button.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(describedBy.map((id) => document.getElementById(id)?.textContent)).toContain(
    'Bara administratörer kan ta bort kunder.',
  )
})

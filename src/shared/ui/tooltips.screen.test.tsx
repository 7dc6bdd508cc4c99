// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Copy from 'lucide-react/icons/copy'
import Trash2 from 'lucide-react/icons/trash'
import { afterEach, expect, test } from 'vitest'
import { IconButton } from './icon-button.tsx'
import { show } from './testing/show.tsx'
import { Tooltips } from './tooltips.tsx'

afterEach(cleanup)

const showRow = () =>
  show(
    <>
      <IconButton icon={Copy} label="Kopiera tidrad 2026-11-21" tooltip="Kopiera" />
      <IconButton icon={Trash2} label="Ta bort rad" disabledReason="Raden är rapporterad" />
      <p>Bredvid</p>
      <Tooltips />
    </>,
  )
const shownTexts = () => screen.queryAllByRole('tooltip').map((one) => one.textContent)
const textIs = (...texts: string[]) => waitFor(() => expect(shownTexts()).toEqual(texts))

test('a resting pointer opens a tooltip, the next button’s opens at once, and none opens beside them', async () => {
  showRow()
  const user = userEvent.setup()
  await user.hover(screen.getByRole('button', { name: /Kopiera/ }))
  expect(shownTexts()).toEqual([])
  await textIs('Kopiera')
  await user.hover(screen.getByRole('button', { name: 'Ta bort rad' }))
  expect(shownTexts()).toEqual(['Raden är rapporterad'])
  await user.hover(screen.getByText('Bredvid'))
  await textIs()
})

test('keyboard focus opens a tooltip, until Esc or the next key', async () => {
  showRow()
  const user = userEvent.setup()
  await user.tab()
  await textIs('Kopiera')
  await user.keyboard('{Escape}')
  await textIs()
  await user.tab()
  await textIs('Raden är rapporterad')
  await user.tab()
  await textIs()
})

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MessageLog } from './message-log.tsx'
import { show } from './testing/show.tsx'

afterEach(cleanup)

type Entry = { id: string; kind: 'comment' | 'change' }

const comment = (number: number): Entry => ({ id: `Ord ${number}`, kind: 'comment' })
const comments = (length: number) => Array.from({ length }, (_, index) => comment(index + 1))

/** A conversation with a button that adds a comment. */
function Conversation({ first }: { first: Entry[] }) {
  const [entries, setEntries] = useState(first)
  const arrive = () => setEntries([...entries, comment(entries.length + 1)])
  return (
    <>
      <h2 id="ord">Ord</h2>
      <MessageLog labelledBy="ord" entries={entries} className="grid" empty={<p>Inga ännu</p>}>
        {({ id }) => <p>{id}</p>}
      </MessageLog>
      <button type="button" onClick={arrive}>
        Nytt ord
      </button>
    </>
  )
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const fold = () => screen.queryByRole('button', { name: /äldre/ })
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

test('ten comments are shown with earlier changes, and a new eleventh one folds none', async () => {
  show(<Conversation first={[{ id: 'Tilldelad', kind: 'change' }, ...comments(10)]} />)
  expect(shown()).toHaveLength(11)
  await press('Nytt ord')
  expect(shown()).toHaveLength(12)
  expect(fold()).toBeNull()
})

test('of eleven comments the oldest is folded with earlier changes, and one press shows both outside the log', async () => {
  show(<Conversation first={[{ id: 'Tilldelad', kind: 'change' }, ...comments(11)]} />)
  expect(shown()[0]).toBe('Ord 2')
  await press('Visa 1 äldre kommentar')
  expect(shown().slice(0, 3)).toEqual(['Tilldelad', 'Ord 1', 'Ord 2'])
  expect(document.activeElement?.textContent).toBe('Ord 2')
  expect(screen.getByRole('log', { name: 'Ord' }).textContent).not.toMatch(/Tilldelad|Ord 1(?!\d)/)
  expect(fold()).toBeNull()
})

test('without comments the empty text and the changes are shown', () => {
  show(<Conversation first={[{ id: 'Tilldelad', kind: 'change' }]} />)
  expect(shown()).toEqual(['Tilldelad'])
  expect(screen.getByText('Inga ännu')).toBeTruthy()
})

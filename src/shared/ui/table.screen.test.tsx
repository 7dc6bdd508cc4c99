// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { RouteLink } from './route-link.tsx'
import { type Column, Table } from './table.tsx'
import { show } from './testing/show.tsx'

type Ticket = { id: string; title: string; assignee: string | null }
const columns: Column<Ticket>[] = [
  { key: 'title', header: 'Titel', cell: (ticket) => ticket.title },
  { key: 'assignee', header: 'Ansvarig', cell: (ticket) => ticket.assignee },
]
const tickets: Ticket[] = [
  { id: '1', title: 'WiFi nere', assignee: 'Åsa' },
  { id: '2', title: 'Kameran svart', assignee: null },
]
const common = { label: 'Ärenden', columns, rowKey: (ticket: Ticket) => ticket.id, empty: <p>Inga aktiva tickets</p> }

afterEach(cleanup)

const renderInRouter = (table: ReactNode) => render(table, { wrapper: MemoryRouter })

test('a row is a link, and its button does something else', async () => {
  const onManage = vi.fn()
  const { router } = show(
    <Table
      {...common}
      rows={tickets}
      href={(ticket) => `/arenden/${ticket.id}`}
      actions={(ticket) => <Button onPress={() => onManage(ticket.id)}>Hantera</Button>}
    />,
  )
  const user = userEvent.setup()
  await user.click(screen.getAllByRole('button', { name: 'Hantera' })[1]!)
  expect(onManage).toHaveBeenCalledWith('2')
  expect(router.state.location.pathname).toBe('/')
  await user.click(screen.getByRole('link', { name: 'Kameran svart' }))
  expect(router.state.location.pathname).toBe('/arenden/2')
})

test('arrow keys move between the rows, and an empty cell is a dash', async () => {
  show(<Table {...common} rows={tickets} href={(ticket) => `/arenden/${ticket.id}`} />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Kameran svart')
  const [, , second] = screen.getAllByRole('row')
  expect(within(second!).getByRole('cell').textContent).toContain('-')
})

test('the title of a row is its header, and a text that may be truncated is in the title of its cell', () => {
  show(<Table {...common} rows={tickets} href={(ticket) => `/arenden/${ticket.id}`} />)
  const header = screen.getByRole('rowheader', { name: 'WiFi nere' })
  expect(header.getAttribute('scope')).toBe('row')
  expect(header.title).toBe('WiFi nere')
  expect(screen.getByRole('cell', { name: 'Åsa' }).title).toBe('Åsa')
})

test('more rows are loaded on demand, once at a time', async () => {
  const onLoadMore = vi.fn()
  const { rerender } = renderInRouter(<Table {...common} rows={tickets} hasMore onLoadMore={onLoadMore} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Visa fler' }))
  expect(onLoadMore).toHaveBeenCalledOnce()
  rerender(<Table {...common} rows={tickets} hasMore={false} onLoadMore={onLoadMore} />)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('the loading text is shown while loading, and the empty text without rows', () => {
  const { rerender } = renderInRouter(<Table {...common} rows={undefined} />)
  expect(screen.getByRole('status').textContent).toBe('Laddar …')
  rerender(<Table {...common} rows={[]} />)
  expect(screen.getByText('Inga aktiva tickets')).toBeDefined()
})

test('first the rows that fit in the window are rendered, then all; after the back button all at once', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, title: `Ärende ${index}`, assignee: null }))
  const firstCommits: number[] = []
  function CountRows() {
    useLayoutEffect(() => {
      firstCommits.push(document.querySelectorAll('tbody tr').length)
    }, [])
    return null
  }
  const { router } = show(
    <RouteLink to="/annan">Till listan</RouteLink>,
    <Table {...common} label="Många" rows={many} actions={({ id }) => id === '0' && <CountRows />} />,
  )
  await userEvent.setup().click(screen.getByRole('link'))
  expect(screen.getAllByRole('row')).toHaveLength(201)
  expect(firstCommits).toEqual([Math.ceil((innerHeight - 160) / 40)])
  await act(() => router.navigate('/'))
  await act(() => router.navigate(-1))
  expect(firstCommits.slice(1)).toEqual([200])
})

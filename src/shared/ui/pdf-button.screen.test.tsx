// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { PdfButton } from './pdf-button.tsx'
import { Toaster } from './toast.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the file is saved under its name', async () => {
  const saved: { content?: Blob; name?: string } = {}
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      saved.content = content
      return 'blob:1'
    },
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.name = this.download
  })
  render(<PdfButton name="fakturaunderlag_2026-014_Åkeriet_AB.pdf" fetchPdf={async () => new Blob(['%PDF'])} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ladda ner PDF' }))
  await vi.waitFor(() => expect(saved.name).toBe('fakturaunderlag_2026-014_Åkeriet_AB.pdf'))
  expect(await saved.content?.text()).toBe('%PDF')
})

test('a refusal is shown, and the button can be pressed again', async () => {
  render(
    <MemoryRouter>
      <Toaster />
      <PdfButton name="a.pdf" fetchPdf={() => Promise.reject(new Error('Många PDF-filer skapas just nu.'))} />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ladda ner PDF' }))
  expect(await screen.findByText('Kunde inte hämta PDF-filen')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Ladda ner PDF' })).toBeTruthy()
})

// What script adds to a form: it is sent without leaving the page. What is shown comes from the page's own templates.
import { showNotice } from './notice.ts'

type Refusal = { message: string; fields?: Record<string, string> }

const NO_ANSWER =
  'Vi fick inget svar, så vi vet inte om det kom fram. Din text finns kvar. Försök igen om en stund, eller ring oss.'
const ANSWER_MS = 30_000

export function enhance(form: HTMLFormElement) {
  const around = form.parentElement
  const outcome = around?.querySelector('[data-outcome]')
  const button = form.querySelector('button')
  if (!around || !outcome || !button) return
  let token: Promise<void> | undefined
  let isSending = false

  form.addEventListener('focusin', () => {
    token ??= fetchToken(form)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    const label = button.textContent
    button.textContent = 'Skickar...'
    button.setAttribute('aria-disabled', 'true')
    clear()
    try {
      await token
      const refusal = await send(form)
      if (refusal) refuse(refusal)
      else token = undefined
    } catch {
      refuse({ message: NO_ANSWER })
    }
    button.textContent = label
    button.removeAttribute('aria-disabled')
    isSending = false
  })

  /** A copy of a template, with a text in its place. */
  function copyOf(name: string, text?: string): HTMLElement {
    const template = around?.querySelector<HTMLTemplateElement>(`template[data-of=${name}]`)
    const copy = document.importNode(template?.content ?? document.createDocumentFragment(), true)
    const place = copy.querySelector('[data-text]')
    if (place && text !== undefined) place.textContent = text
    return copy.firstElementChild as HTMLElement
  }

  function say(block: HTMLElement) {
    outcome?.replaceChildren(block)
    block.focus()
  }

  function clear() {
    outcome?.replaceChildren()
    for (const place of form.querySelectorAll('[data-error-of]')) place.replaceChildren()
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
  }

  /** Undefined when it was taken in: it is said, and the form is empty again. */
  async function send(sent: HTMLFormElement): Promise<Refusal | undefined> {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(sent)) body.append(name, String(value))
    const headers = { accept: 'application/json' }
    const response = await fetch(sent.action, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
    const said = await response.json()
    if (!response.ok) return said.error
    for (const input of sent.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (input.type === 'checkbox') input.checked = false
      else input.value = ''
    }
    say(copyOf('sent'))
    showNotice(said.message)
    return undefined
  }

  function refuse({ message, fields }: Refusal) {
    if (!fields) return say(copyOf('problem', message))
    const summary = copyOf('errors')
    for (const place of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
      const name = place.dataset.errorOf ?? ''
      const error = fields[name]
      if (!error) continue
      place.replaceChildren(copyOf('error', error))
      document.getElementById(name)?.setAttribute('aria-invalid', 'true')
      summary.querySelector('ul')?.append(linkTo(name, error))
    }
    say(summary)
  }
}

function linkTo(name: string, error: string) {
  const line = document.createElement('li')
  const link = document.createElement('a')
  link.href = `#${name}`
  link.textContent = error
  line.append(link)
  return line
}

/** Says when somebody began to write. Without it the form is sent all the same. */
async function fetchToken(form: HTMLFormElement) {
  try {
    const response = await fetch('/api/form-token')
    const { token } = await response.json()
    const input = form.querySelector<HTMLInputElement>('input[type=hidden]')
    if (input && typeof token === 'string') input.value = token
  } catch {
    // As a browser without script.
  }
}

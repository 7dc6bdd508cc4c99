// What script adds to a form: it is sent without leaving the page. What is shown comes from the page's own templates.
import { showNotice } from './notice.ts'

type Parts = { form: HTMLFormElement; around: HTMLElement; outcome: Element }
type Refusal = { message: string; fields?: Record<string, string> }

const NO_ANSWER =
  'Vi fick inget svar, så vi vet inte om det kom fram. Din text finns kvar. Försök igen om en stund, eller ring oss.'
const ANSWER_MS = 30_000

export function enhance(form: HTMLFormElement) {
  const around = form.parentElement
  const outcome = around?.querySelector('[data-outcome]')
  const button = form.querySelector('button')
  if (!around || !outcome || !button) return
  const parts = { form, around, outcome }
  let token: Promise<void> | undefined
  let isSending = false

  form.addEventListener('focusin', () => {
    token ??= fetchToken(form)
  })
  const submit = async () => {
    isSending = true
    const label = button.textContent
    button.textContent = 'Skickar...'
    button.setAttribute('aria-disabled', 'true')
    clear(parts)
    await token
    if (await send(parts)) token = undefined
    button.textContent = label
    button.removeAttribute('aria-disabled')
    isSending = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isSending) void submit()
  })
}

/** Whether it was taken in. Either way it is said, and a form that was not taken in keeps its text. */
async function send(parts: Parts): Promise<boolean> {
  const refusal = await answerTo(parts).catch(() => ({ message: NO_ANSWER }))
  if (refusal) refuse(parts, refusal)
  return !refusal
}

async function answerTo(parts: Parts): Promise<Refusal | undefined> {
  const { form } = parts
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const headers = { accept: 'application/json' }
  const response = await fetch(form.action, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
  const said = await response.json()
  if (!response.ok) return said.error
  for (const input of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (input.type === 'checkbox') input.checked = false
    else input.value = ''
  }
  say(parts, copyOf(parts, 'sent'))
  showNotice(said.message)
  return undefined
}

function refuse(parts: Parts, { message, fields }: Refusal) {
  if (!fields) return say(parts, copyOf(parts, 'problem', message))
  const summary = copyOf(parts, 'errors')
  for (const place of parts.form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const name = place.dataset.errorOf ?? ''
    const error = fields[name]
    if (!error) continue
    place.replaceChildren(copyOf(parts, 'error', error))
    document.getElementById(name)?.setAttribute('aria-invalid', 'true')
    summary.querySelector('ul')?.append(linkTo(name, error))
  }
  say(parts, summary)
}

function clear({ form, outcome }: Parts) {
  outcome.replaceChildren()
  for (const place of form.querySelectorAll('[data-error-of]')) place.replaceChildren()
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

function say({ outcome }: Parts, block: HTMLElement) {
  outcome.replaceChildren(block)
  block.focus()
}

/** A copy of a template, with a text in its place. */
function copyOf({ around }: Parts, name: string, text?: string): HTMLElement {
  const template = around.querySelector<HTMLTemplateElement>(`template[data-of=${name}]`)
  const copy = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
  copy.removeAttribute('autofocus') // it is for a page that is loaded
  const place = copy.querySelector('[data-text]')
  if (place && text !== undefined) place.textContent = text
  return copy
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

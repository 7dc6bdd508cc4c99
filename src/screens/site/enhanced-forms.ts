// Progressive enhancement of the forms: submits them with fetch and renders the outcome from the page's templates.
import { showNotice } from './notice.ts'

type FormElements = { form: HTMLFormElement; container: HTMLElement; outcome: Element }
type Refusal = { message: string; fields?: Record<string, string> }
/** What the server tells of an accepted form; `message` is the toast. */
type Receipt = {
  message: string
  address: string
  isUrgent: boolean
  number?: string
  moment?: string
  urgent?: Advice
}
/** Whom to call about an urgent matter. */
type Advice = { text: string; phone?: { text: string; href?: string }; promise: string }

const NO_RESPONSE =
  'Vi fick inget svar, så vi vet inte om det kom fram. Din text finns kvar. Försök igen om en stund, eller ring oss.'
const TIMEOUT_MS = 30_000
/** The server waits as long for pictures. */
const PICTURES_TIMEOUT_MS = 15 * 60_000

export function enhance(form: HTMLFormElement) {
  const container = form.parentElement
  const outcome = container?.querySelector('[data-outcome]')
  const button = form.querySelector('button')
  if (!container || !outcome || !button) return
  const elements = { form, container, outcome }
  let token: Promise<void> | undefined
  let isSending = false

  form.dataset.enhanced = ''
  form.addEventListener('change', () => showChosen(form))
  form.addEventListener('focusin', () => {
    token ??= fetchToken(form)
  })
  form.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && target.hasAttribute('aria-invalid') && isRight(target)) clearField(elements, target)
  })
  const submit = async () => {
    isSending = true
    const label = button.textContent
    button.textContent = 'Skickar...'
    button.setAttribute('aria-disabled', 'true')
    clear(elements)
    await token
    if (await send(elements)) token = undefined
    button.textContent = label
    button.removeAttribute('aria-disabled')
    isSending = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isSending) void submit()
  })
}

/** Shows and announces the names of the chosen pictures. */
function showChosen(form: HTMLFormElement) {
  const files = [...(form.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [])]
  const names = files.map(({ name }) => name).join(', ')
  for (const place of form.querySelectorAll<HTMLElement>('[data-chosen]'))
    place.textContent = names || (place.dataset.none ?? '')
}

/** Submits the form, renders the outcome, and returns whether it was accepted. A refused form retains its values. */
async function send(elements: FormElements): Promise<boolean> {
  const refusal = await postForm(elements).catch(() => ({ message: NO_RESPONSE }))
  if (refusal) refuse(elements, refusal)
  return !refusal
}

async function postForm(elements: FormElements): Promise<Refusal | undefined> {
  const { form } = elements
  const fields = new FormData(form)
  const hasPictures = [...fields.values()].some((value) => typeof value !== 'string' && value.size > 0)
  const headers = { accept: 'application/json' }
  const response = await fetch(form.action, {
    method: 'POST',
    headers,
    body: fields,
    signal: AbortSignal.timeout(hasPictures ? PICTURES_TIMEOUT_MS : TIMEOUT_MS),
  })
  const body = await response.json()
  if (!response.ok) return body.error
  for (const input of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (input.type === 'checkbox') input.checked = false
    else input.value = ''
  }
  showChosen(form)
  showReceipt(elements, body)
  return undefined
}

/** The receipt takes the place of the form, and its address that of the page: reloaded it is the receipt. */
function showReceipt(elements: FormElements, receipt: Receipt) {
  const copy = copyOf(elements, receipt.isUrgent ? 'sent-urgent' : 'sent')
  const { number, moment, urgent } = receipt
  const lines = { number, moment, advice: urgent?.text, phone: urgent?.phone?.text, promise: urgent?.promise }
  for (const [name, text] of Object.entries(lines)) {
    const line = copy.querySelector(`[data-line=${name}]`)
    if (text === undefined) line?.remove()
    else if (line) line.textContent = text
  }
  const href = urgent?.phone?.href
  if (href) copy.querySelector('[data-line=phone]')?.setAttribute('href', href)
  elements.form.hidden = true
  history.replaceState(null, '', receipt.address)
  showOutcome(elements, copy)
  showNotice(receipt.message)
}

function refuse(elements: FormElements, { message, fields }: Refusal) {
  if (!fields) return showOutcome(elements, copyOf(elements, 'problem', message))
  const summary = copyOf(elements, 'errors')
  for (const element of elements.form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const name = element.dataset.errorOf ?? ''
    const error = fields[name]
    if (!error) continue
    element.replaceChildren(copyOf(elements, 'error', error))
    document.getElementById(name)?.setAttribute('aria-invalid', 'true')
    summary.querySelector('ul')?.append(linkTo(name, error))
  }
  showOutcome(elements, summary)
}

function clear({ form, outcome }: FormElements) {
  outcome.replaceChildren()
  for (const element of form.querySelectorAll('[data-error-of]')) element.replaceChildren()
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

/**
 * Whether a field with an error may be valid now. The server validates lengths and characters when the form is sent
 * again.
 */
function isRight(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const text = field.value.trim()
  if (text === '') return field.getAttribute('aria-required') !== 'true'
  return field.type !== 'email' || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text)
}

/** Removes a field's error and its line in the summary; without lines the summary goes too. */
function clearField({ form, outcome }: FormElements, field: HTMLElement) {
  field.removeAttribute('aria-invalid')
  form.querySelector(`[data-error-of="${field.id}"]`)?.replaceChildren()
  outcome.querySelector(`a[href="#${field.id}"]`)?.closest('li')?.remove()
  if (outcome.querySelector('ul:empty')) outcome.replaceChildren()
}

function showOutcome({ outcome }: FormElements, block: HTMLElement) {
  outcome.replaceChildren(block)
  block.focus()
}

/** A copy of a template with its text filled in. */
function copyOf({ container }: FormElements, name: string, text?: string): HTMLElement {
  const template = container.querySelector<HTMLTemplateElement>(`template[data-of=${name}]`)
  const copy = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
  copy.removeAttribute('autofocus') // the focus on load is for pages rendered by the server
  const element = copy.querySelector('[data-text]')
  if (element && text !== undefined) element.textContent = text
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

/** Fetches the token that proves when typing began. The form can be sent without it. */
async function fetchToken(form: HTMLFormElement) {
  try {
    const response = await fetch('/api/form-token')
    const { token } = await response.json()
    const input = form.querySelector<HTMLInputElement>('input[type=hidden]')
    if (input && typeof token === 'string') input.value = token
  } catch {
    // Sent without a token, like a form without script.
  }
}

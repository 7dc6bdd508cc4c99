/** What was typed into the early sign-in page (src/app/browser/early-page.tsx) until now; nothing elsewhere. */
export function earlyInput(): { email: string; password: string } {
  const form = globalThis.document?.querySelector<HTMLFormElement>('#app[data-early] form')
  const data = form && new FormData(form)
  return { email: String(data?.get('email') ?? ''), password: String(data?.get('password') ?? '') }
}

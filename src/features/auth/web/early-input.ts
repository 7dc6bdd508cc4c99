/** What has been typed into the early sign-in page (src/app/browser/early-page.tsx); empty on other pages. */
export function earlyInput(): { email: string; password: string } {
  const inputValue = (name: string) =>
    globalThis.document?.querySelector<HTMLInputElement>(`#app[data-early] input[name=${name}]`)?.value ?? ''
  return { email: inputValue('email'), password: inputValue('password') }
}

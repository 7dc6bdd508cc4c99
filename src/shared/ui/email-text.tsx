import { readableAddress } from '../email.rules.ts'

/** An e-mail address in readable form, which may wrap before its @. */
export function EmailText({ email }: { email: string }) {
  const address = readableAddress(email)
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

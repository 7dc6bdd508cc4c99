import { readableAddress } from '../email.rules.ts'

/** An e-mail address as people read it, that breaks before its @ where a line is too short for it. */
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

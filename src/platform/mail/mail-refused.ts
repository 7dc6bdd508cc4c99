/** The mail server did not accept a mail. Carries only codes, as the server's response may quote the address. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly code: string
  readonly responseCode: number | undefined
  /** The whole mail was transmitted without a response: the server may have accepted it. */
  readonly mayBeAccepted: boolean
  /** The command of SMTP that was refused. */
  readonly command: string | undefined

  constructor(code = 'unknown', responseCode?: number, mayBeAccepted = false, command?: string) {
    super(`The mail was not accepted: ${code} ${responseCode ?? ''}`.trim())
    this.code = code
    this.responseCode = responseCode
    this.mayBeAccepted = mayBeAccepted
    this.command = command
  }
}

/** The mail server did not take a mail. Its answer may quote the address; what failed is enough. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly code: string
  readonly responseCode: number | undefined
  /** The whole mail was handed over and no answer came. */
  readonly mayBeTaken: boolean

  constructor(code = 'unknown', responseCode?: number, mayBeTaken = false) {
    super(`The mail was not taken: ${code} ${responseCode ?? ''}`.trim())
    this.code = code
    this.responseCode = responseCode
    this.mayBeTaken = mayBeTaken
  }
}
